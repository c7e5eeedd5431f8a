import type { Resource, UnreadReason } from "../../model/index.ts";
import type { RecordedHead } from "./read-head.ts";

export const headerType = { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot" } as const;

/** A part of the cluster that a hand-made file does not tell. Without a namespace: the whole kind. */
export interface NotRead {
  readonly resource: Resource;
  readonly namespace?: string;
  readonly reason: UnreadReason;
}

/** The first document of a snapshot file. */
export interface SnapshotHeader {
  readonly takenAt?: string;
  readonly source?: string;
  readonly skipped: readonly string[];
  readonly reads: /** `reads: all`: whatever is not in the file does not exist, but for what `notRead` names. */
    | { readonly by: "exclusion"; readonly notRead: readonly NotRead[] }
    /** `readings`: what was looked at, one by one. */
    | { readonly by: "record"; readonly heads: readonly RecordedHead[] };
}
