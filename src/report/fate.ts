import type { ObjectRef, Phrase } from "../kubernetes/index.ts";

/** What becomes of the backend volume when things run their normal course. `none`: there is no volume yet. */
export type DataFate = "destroyed" | "kept" | "leaked" | "exposed" | "already-gone" | "unknown" | "none";

export interface Fate {
  readonly data: DataFate;
  readonly because: Phrase;
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
  /** The reclaim policy or the deletion policy. Untrusted. */
  readonly policy?: string;
  /** Why `data` is unknown, where that is for want of reading. */
  readonly unseen?: Unseen;
}

/** What could not be read: the object that holds the policy, or something else that decides over the data. */
type Unseen = "policy" | "rest";

/** Something a controller will do. */
export interface NextStep {
  readonly controller: string;
  readonly action: Phrase;
  readonly object: ObjectRef;
  /** `now`, or what must happen first. */
  readonly when: Phrase;
  /** What it does to the data behind the object; absent where it does nothing to it. */
  readonly fate?: Extract<DataFate, "destroyed" | "exposed">;
}
