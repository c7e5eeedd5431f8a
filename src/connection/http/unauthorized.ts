import { type Phrase, say, words } from "../../model/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import type { Line, Received } from "./ask.ts";
import { parseIfJson } from "./json-body.ts";
import { readStatus } from "./status.ts";
import { expiredSince } from "./tls-failure.ts";

export async function unauthorized({ bytes, headers }: Received, line: Line): Promise<AccessError> {
  const message = readStatus(parseIfJson(bytes, headers["content-type"] ?? "", line.limits))?.message;
  return new AccessError(
    "unauthorized",
    say`error: You must be logged in to the server (${message || words("Unauthorized")})`,
    await expiry(line),
  );
}

/** The same failure with the likely reason: a server can hang up on a client certificate without saying why. */
export async function withExpiry(failure: AccessError, line: Line): Promise<AccessError> {
  if (failure.kind !== "unauthorized" && failure.kind !== "broken") return failure;
  return new AccessError(failure.kind, failure.phrase, (await expiry(line)) ?? failure.hint);
}

async function expiry({ connection, surroundings }: Line): Promise<Phrase | undefined> {
  const { certificate } = await connection.credentials.current();
  if (certificate === undefined) return undefined;
  const since = expiredSince(certificate.certificate, surroundings.now());
  if (since === undefined) return undefined;
  return say`The client certificate of user ${connection.user ?? ""} expired at ${new Date(since).toISOString()}.`;
}
