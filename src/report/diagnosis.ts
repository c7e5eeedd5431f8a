import type { Unread } from "../cluster/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { ControllerStep, Fate } from "./fate.ts";
import type { Category, Hold, Holder } from "./hold.ts";
import type { Avoid, MarkedRemedy, OfferedRemedy } from "./remedy.ts";

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

/**
 * What becomes of an object that depends on one that is deleted. `deleted`: it is deleted too. `blocked`: it cannot continue
 * until something is put right. `waits`: it is kept waiting, and continues by itself. `continues`: nothing changes for it.
 */
export type Effect = "deleted" | "blocked" | "waits" | "continues" | "unknown";

/** What a deletion means for an object that depends on what is deleted. */
export interface Affected {
  readonly object: ObjectRef;
  readonly effect: Effect;
  /** CamelCase and stable: of a root cause, or of the deletion. */
  readonly reason: string;
  readonly message: Phrase;
  /** What becomes of the data behind it. */
  readonly fate?: Fate;
  /** Whether the deletion decides over the data, or what happens without it too. */
  readonly fateComes?: IfDeleted["fateComes"];
}

/** What can no longer be done for volumes, claims and snapshots. */
export type Operation = "create" | "attach" | "detach" | "mount" | "expand" | "delete" | "snapshot";

/** What can no longer be done, once the object is deleted. */
export interface Limit {
  readonly operations: readonly Operation[];
  readonly message: Phrase;
}

/** What would happen if a live object were deleted now. */
export interface IfDeleted {
  readonly fate?: Fate;
  /** Whether the deletion decides over the data, or what happens without it too. */
  readonly fateComes: "with it" | "in any case";
  readonly next: readonly ControllerStep[];
  /** Still there when no controller has anything left to do. */
  readonly stays: boolean;
  /** What must happen, in order, before it is deleted: `when ...`. Empty if it is deleted at once, and if it stays. */
  readonly goesWhen: readonly Phrase[];
  /** What must happen, in order, before the fate of the data is decided. */
  readonly decidedWhen: readonly Phrase[];
  /** What depends on it; absent where that was not asked for, or nothing can. */
  readonly affected?: readonly Affected[];
  readonly limits?: readonly Limit[];
  /** Where more may depend on it. */
  readonly unread?: readonly Unread[];
  /** What to do before it is deleted, the safest first. */
  readonly before?: readonly MarkedRemedy[];
}

export interface Diagnosis {
  readonly object: ObjectRef;
  /** The workload that was asked about, of which this is a claim or pod that something is wrong with. */
  readonly partOf?: ObjectRef;
  /** As an operator would say it: Terminating before any phase. */
  readonly state: string;
  /** RFC 3339; absent where the API does not say. */
  readonly since?: string;
  readonly verdict: Verdict;
  /** Deepest first. */
  readonly roots: readonly RootCause[];
  readonly holds: readonly Hold[];
  readonly fate?: Fate;
  readonly next: readonly ControllerStep[];
  readonly remedies: readonly OfferedRemedy[];
  /** What to do where none of the remedies ends what holds it, in words for people. */
  readonly advice?: string;
  readonly avoid: readonly Avoid[];
  /** Absent when the object is being deleted already. */
  readonly ifDeleted?: IfDeleted;
}
