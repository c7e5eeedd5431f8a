import type { AccessError, Credential } from "../kubeconfig/index.ts";
import type { Line, Received } from "./ask.ts";
import { ask, loggedIn } from "./ask.ts";
import type { Client } from "./client.ts";
import type { Parcel } from "./exchange.ts";
import { Break, failureOf } from "./failure.ts";

/** What became of one request that is never made again by itself. */
export type Sent =
  | { readonly came: "answer"; readonly received: Received }
  /** The server never got it. */
  | { readonly came: "nothing-sent"; readonly problem: AccessError }
  /** It went out, and no answer came: the server may have done what it says, or may be about to. */
  | { readonly came: "no-answer"; readonly problem: AccessError };

export interface Shipment {
  /** Percent-encoded, without the prefix that the server's URL may have. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly parcel: Parcel;
  /** Milliseconds after which no answer is waited for, if that is less than usual. */
  readonly within?: number;
}

/**
 * Sends a request once. Only after a 401, which says that nothing was done, it sends the request again with a fresh
 * credential, if there is one. `signal` ends the wait for an answer; it belongs to the caller, not to the client.
 */
export async function send(
  client: Client,
  shipment: Shipment,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const { connection, surroundings } = client.line;
  try {
    return await loggedIn(
      connection,
      (credential) => tryOnce(client, shipment, credential, signal),
      (sent) => sent.came === "answer" && sent.received.status === 401,
    );
  } catch (problem) {
    return { came: "nothing-sent", problem: failureOf(problem, connection, surroundings.now()) };
  }
}

async function tryOnce(
  client: Client,
  { path, query, parcel, within }: Shipment,
  credential: Credential,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const line = hastened(client.line, within);
  const url = client.urlOf(path);
  url.search = query;
  try {
    return { came: "answer", received: await ask(line, { url, credential, parcel, signal }) };
  } catch (problem) {
    const failure = failureOf(problem, line.connection, line.surroundings.now());
    line.log.failed(parcel.method, url, failure.phrase);
    return { came: wentOut(problem) ? "no-answer" : "nothing-sent", problem: failure };
  }
}

function hastened(line: Line, within = Number.POSITIVE_INFINITY): Line {
  const { headers, request } = line.limits;
  const limits = { headers: Math.min(headers, within), request: Math.min(request, within) };
  return { ...line, limits: { ...line.limits, ...limits } };
}

/** Whether a byte of the request can have reached the server. In doubt, it has. */
function wentOut(problem: unknown): boolean {
  return !(problem instanceof Break) || (problem.phase !== "connect" && problem.phase !== "handshake");
}
