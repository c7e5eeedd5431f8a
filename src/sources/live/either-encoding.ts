import type { Resource } from "../../model/index.ts";
import { Malformed } from "../../object-store/index.ts";
import type { Encodings } from "./encodings.ts";
import type { NotRead } from "./unread.ts";

/** The server cannot write what was accepted. A proxy in between can say so too. */
const notAcceptable = 406;

/** Reads in protobuf if that can be had, and once more in JSON if it cannot be read. */
export async function inEitherEncoding<T extends { readonly read: true }>(
  resource: Resource,
  encodings: Encodings,
  read: () => Promise<T | NotRead>,
): Promise<T | NotRead> {
  const outcome = await read().catch(malformed);
  if (!(outcome instanceof Malformed) && !isRefused(outcome)) return outcome;
  encodings.distrust(resource);
  return await read();
}

function malformed(problem: unknown): Malformed {
  if (problem instanceof Malformed) return problem;
  throw problem;
}

function isRefused(outcome: { readonly read: true } | NotRead): boolean {
  return !outcome.read && outcome.status === notAcceptable;
}
