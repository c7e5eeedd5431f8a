import type { ObjectRef, Phrase } from "../kubernetes/index.ts";

/** What becomes of the backend volume when things run their normal course. `none`: there is no volume yet. */
export type DataFate = "destroyed" | "kept" | "leaked" | "exposed" | "already-gone" | "unknown" | "none";

export interface Fate {
  readonly data: DataFate;
  readonly because: Phrase;
  /** Of a loss of which no object tells whether it comes: what would have to be true. It is counted as if it came. */
  readonly onlyIf?: Phrase;
  /** What else is destroyed with it, as `because` says too. */
  readonly along?: Phrase;
  /** The volume this is said of. */
  readonly volume?: ObjectRef;
  /** Another volume of the same disk, with which the disk can go: it has to be kept as well. */
  readonly through?: ObjectRef;
  readonly driver?: string;
  readonly volumeHandle?: string;
  /** How large the disk is, as its volume says: `100Gi`. Untrusted. */
  readonly capacity?: string;
  /** The snapshots of the disk, those that are ready first, then the newest; absent where the disk is not lost, and where there is none. */
  readonly copies?: readonly Copy[];
  /** The reclaim policy or the deletion policy. Untrusted. */
  readonly policy?: string;
  /** Why `data` is unknown, where that is for want of reading. */
  readonly unseen?: Unseen;
}

/**
 * A snapshot of a disk, and whether it can be used when the disk is lost. `never-ready`: the claim was deleted before it was
 * taken. `deleted-too`: it is deleted as well. `content-gone`: ready, but without its content. `not-known`: its content was not read.
 */
export interface Copy {
  readonly snapshot: ObjectRef;
  readonly state: "ready" | "not-ready" | "never-ready" | "deleted-too" | "content-gone" | "not-known";
  /** RFC 3339, in UTC. Untrusted. */
  readonly takenAt?: string;
}

/** What could not be read: the object that holds the policy, or something else that decides over the data. */
type Unseen = "policy" | "rest";

/** Something a controller will do. */
export interface ControllerStep {
  readonly controller: string;
  readonly action: Phrase;
  readonly object: ObjectRef;
  /** `now`, or what must happen first. */
  readonly when: Phrase;
  /** What it does to the data behind the object; absent where it does nothing to it. */
  readonly fate?: Extract<DataFate, "destroyed" | "exposed">;
}
