import type { ClockSource, Unread } from "../cluster/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Finding, Silenced } from "./finding.ts";
import type { Category, Hold, Holder } from "./hold.ts";
import type { Avoid, Remedy, Safety } from "./remedy.ts";

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

export interface RootCause {
  /** What the holder keeps. */
  readonly held: ObjectRef;
  readonly holder: Holder;
  readonly reason: string;
  /** The reason in a few words, for readers of one line. */
  readonly title: string;
  readonly category: Category;
  readonly message: Phrase;
  /** How many holds lie between the object asked about and this one; 0 for a hold of the object itself. */
  readonly depth: number;
}

export interface Verdict {
  readonly category: Category | "healthy";
  readonly reason: string;
  readonly summary: Phrase;
}

/** What becomes of the data by what a step allows to continue. */
export type Consequence = Omit<Fate, "data" | "because"> & {
  readonly data: Extract<DataFate, "destroyed" | "exposed" | "leaked" | "unknown">;
};

/** A remedy with its label: what the future after it shows, held against the future without it. */
export type MarkedRemedy = Remedy & {
  readonly safety: Safety;
  /** Absent where nothing bad comes of it, and where the step itself is what loses the data. */
  readonly follows?: Consequence;
};

/** A remedy in a diagnosis. One of them is primary: the safest that ends the root cause. */
export type OfferedRemedy = MarkedRemedy & { readonly primary: boolean };

/** What would happen if a live object were deleted now. */
export interface IfDeleted {
  readonly fate?: Fate;
  /** Whether the deletion decides over the data, or what happens without it too. */
  readonly fateComes: "with it" | "in any case";
  readonly next: readonly NextStep[];
  /** Still there when no controller has anything left to do. */
  readonly stays: boolean;
  /** What must happen, in order, before it is deleted: `when ...`. Empty if it is deleted at once, and if it stays. */
  readonly goesWhen: readonly Phrase[];
  /** What must happen, in order, before the fate of the data is decided. */
  readonly decidedWhen: readonly Phrase[];
}

export interface Diagnosis {
  readonly object: ObjectRef;
  /** As an operator would say it: Terminating before any phase. */
  readonly state: string;
  /** RFC 3339; absent where the API does not say. */
  readonly since?: string;
  readonly verdict: Verdict;
  /** Deepest first. */
  readonly roots: readonly RootCause[];
  readonly holds: readonly Hold[];
  readonly fate?: Fate;
  readonly next: readonly NextStep[];
  readonly remedies: readonly OfferedRemedy[];
  /** What to do where none of the remedies ends what holds it, in words for people. */
  readonly advice?: string;
  readonly avoid: readonly Avoid[];
  /** Absent when the object is being deleted already. */
  readonly ifDeleted?: IfDeleted;
}

export interface Report {
  readonly takenAt: string;
  readonly clock: ClockSource;
  readonly source: string;
  /** The cluster that a file says it came from. Untrusted. */
  readonly cluster?: string;
  /** What would have been needed and was not read. */
  readonly unread: readonly Unread[];
  readonly skipped: readonly string[];
  readonly diagnoses: readonly Diagnosis[];
  /** What the rules of an audit found; empty when no rule was asked. */
  readonly findings: readonly Finding[];
  /** Rules that could not see everything they had to look at. */
  readonly silenced: readonly Silenced[];
}

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

/** All that names one object. */
export interface BlockersOf {
  readonly object: ObjectRef;
  /** An object that is not being deleted is looked at as if it were deleted now. */
  readonly taken: "as-it-is" | "as-deleted";
  readonly blockers: readonly Blocker[];
  /** They do not block the deletion: they wait for the object, and break when it is deleted. */
  readonly victims: readonly Blocker[];
  /** What was not read, and may hold it as well. */
  readonly unseen: readonly Unread[];
}

export type BlockerList = Omit<Report, "diagnoses"> & { readonly subjects: readonly BlockersOf[] };
