import type { Cause, Stored } from "../answer.ts";

export interface Request {
  readonly method: "PUT" | "PATCH" | "DELETE";
  readonly query?: string;
  readonly type?: string;
  readonly body?: unknown;
}

/** One request to a Terminating volume, and what comes of it. */
export interface Row {
  readonly name: string;
  /** Made from the volume as it was after its deletion. */
  request(volume: Stored): Request;
  /** Another client is faster. */
  meanwhile?(volume: Stored): Request;
  readonly code: number;
  readonly reason?: string;
  readonly message?: RegExp;
  /** The first one. */
  readonly cause?: Cause;
  /** The finalizers in the answer, which has the version from before. */
  readonly returns?: readonly string[];
  /** `unchanged`: the same version. A list: the finalizers that are left. */
  readonly leaves: "unchanged" | "gone" | readonly string[];
}

export const a = "example.com/a";
export const b = "example.com/b";
export const protection = "kubernetes.io/pv-protection";

export const modified =
  /the object has been modified; please apply your changes to the latest version and try again$/;

/** The volume with other metadata, to be put back. */
export function put(volume: Stored, change: object): Request {
  return { method: "PUT", body: { ...volume, metadata: { ...volume.metadata, ...change } } };
}
