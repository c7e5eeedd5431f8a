import type { Format } from "../../connection/http/json-body.ts";
import { json } from "../../connection/http/json-body.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { isBuiltIn, isProtobuf, Malformed, readStatus } from "../../object-store/index.ts";
import type { NotRead } from "./unread.ts";

/**
 * Protobuf where the server has it, and JSON otherwise. A list in protobuf is packed while it comes; what is read here is a
 * report of a failure, and anything else is a `Malformed` as the value.
 */
const protobuf: Format = {
  accept: "application/vnd.kubernetes.protobuf,application/json",
  read(bytes, contentType, bounds) {
    if (!isProtobuf(bytes)) return json.read(bytes, contentType, bounds);
    try {
      return readStatus(bytes);
    } catch (problem) {
      if (problem instanceof Malformed) return problem;
      throw problem;
    }
  },
};

/** In which encoding to ask for each kind. */
export interface Encodings {
  for(resource: Resource): Format;
  /** The protobuf of a kind could not be read: from now on it is asked for in JSON. */
  distrust(resource: Resource): void;
  /** How often that happened. */
  readonly distrusted: ReadonlyMap<Resource, number>;
}

export function encodings(preferred: "protobuf" | "json"): Encodings {
  const distrusted = new Map<Resource, number>();
  return {
    distrusted,
    for: (resource) =>
      preferred === "json" || !isBuiltIn(resource) || distrusted.has(resource) ? json : protobuf,
    distrust(resource) {
      distrusted.set(resource, (distrusted.get(resource) ?? 0) + 1);
    },
  };
}

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
