import type { LiveSurroundings } from "../../../connection/http/surroundings.ts";
import { fixed } from "../../../connection/kubeconfig/credentials.ts";
import {
  AccessError,
  type AccessFailure,
  type Connection,
  type Credential,
} from "../../../connection/kubeconfig/index.ts";
import type { Phrase } from "../../../model/index.ts";

/** A connection as data that can be handed to another thread, with the credential of this moment. */
export interface PlainConnection extends Omit<Connection, "server" | "credentials" | "proxy"> {
  readonly server: string;
  readonly credential: Credential;
}

/** A failure as data that can be handed to another thread. */
export interface PlainFailure {
  readonly kind: AccessFailure;
  readonly phrase: Phrase;
  readonly hint: Phrase | undefined;
}

/**
 * Whether another thread can ask over it as well: straight, and with all that it needs to know at hand. What `-v` shows of
 * requests is shown by the first thread.
 */
export function canBeTold({ proxy, trust, server }: Connection, { verbosity }: LiveSurroundings): boolean {
  const knowsWhomToTrust =
    server.protocol === "http:" || trust.verification === "skipped" || trust.authorities !== undefined;
  return proxy === undefined && knowsWhomToTrust && verbosity === 0;
}

export async function plainConnection(
  { server, credentials, proxy: _, ...rest }: Connection,
  compression: Connection["compression"],
): Promise<PlainConnection> {
  return { ...rest, compression, server: server.href, credential: await credentials.current() };
}

/** There is one credential. Another one can be had where that came from. */
export function connectionOf({ server, credential, ...rest }: PlainConnection): Connection {
  return { ...rest, server: new URL(server), proxy: undefined, credentials: fixed(credential) };
}

export function plainFailure({ kind, phrase, hint }: AccessError): PlainFailure {
  return { kind, phrase, hint };
}

export function failureOf({ kind, phrase, hint }: PlainFailure): AccessError {
  return new AccessError(kind, phrase, hint);
}
