import type { Resource, Scope, UnreadReason } from "../../model/index.ts";

/** A reading without its objects: what was looked at, and whether it could be read. */
export type ReadHead =
  | { readonly read: true; readonly resource: Resource; readonly scope: Scope }
  | {
      readonly read: false;
      readonly resource: Resource;
      readonly scope: Scope;
      readonly reason: UnreadReason;
      readonly detail?: string;
    };

/** As it stands in a snapshot file. */
export type RecordedHead = ReadHead & {
  /** How many objects must follow, so that a file that was cut off is noticed. */
  readonly count?: number;
};
