import type { Unread } from "../cluster/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Report } from "./report.ts";

/** An object that names a claim or a volume, and whether that prevents its deletion. */
export interface Blocker {
  readonly object: ObjectRef;
  /** Terminating, or the phase. */
  readonly state: string;
  readonly node?: string;
  /** What to scale down or suspend so that the object is deleted and not created again. */
  readonly scale?: ObjectRef;
  /** The field that names it, as in `spec.volumes[0]`. */
  readonly refersBy: string;
  /** Whether it counts for the controller that decides. */
  readonly counts: "yes" | "no";
  readonly because: Phrase;
}

/** What holds an object and is no object itself: a controller, a driver or a person has to act. */
export interface OtherBlocker {
  /** The finalizer, or the name of the wait. */
  readonly by: string;
  readonly reason: string;
  readonly because: Phrase;
}

/** All that names one object. */
export interface BlockersOf {
  readonly object: ObjectRef;
  /** An object that is not being deleted is looked at as if it were deleted now. */
  readonly taken: "as-it-is" | "as-deleted";
  readonly blockers: readonly Blocker[];
  /** What else holds it: a finalizer that only its owner removes, a driver that fails. */
  readonly others: readonly OtherBlocker[];
  /** They do not block the deletion: they wait for the object, and break when it is deleted. */
  readonly victims: readonly Blocker[];
  /** What was not read, and may hold it as well. */
  readonly unseen: readonly Unread[];
}

export type BlockerList = Omit<Report, "diagnoses"> & { readonly subjects: readonly BlockersOf[] };
