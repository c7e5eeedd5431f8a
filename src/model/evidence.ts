import { type KubeObject, type ObjectRef, refOf } from "./object.ts";

/** A fact that was read, and what it says of the hold it belongs to. */
export interface Evidence {
  readonly about: ObjectRef;
  /** The field, as in `spec.nodeName` or `metadata.finalizers[0]`; `event` for an event's text. */
  readonly path: string;
  readonly observed: string | number | boolean | null;
  readonly verdict: "proves" | "suggests" | "refutes" | "unread";
}

export function proof(
  about: KubeObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "proves" };
}

export function hint(
  about: KubeObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "suggests" };
}
