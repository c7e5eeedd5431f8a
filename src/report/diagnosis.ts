import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Fate, NextStep } from "./fate.ts";
import type { Category, Hold, Holder } from "./hold.ts";
import type { Avoid, OfferedRemedy } from "./remedy.ts";

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
  readonly next: readonly NextStep[];
  readonly remedies: readonly OfferedRemedy[];
  /** What to do where none of the remedies ends what holds it, in words for people. */
  readonly advice?: string;
  readonly avoid: readonly Avoid[];
  /** Absent when the object is being deleted already. */
  readonly ifDeleted?: IfDeleted;
}
