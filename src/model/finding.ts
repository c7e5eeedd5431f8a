import type { Disk } from "./disk.ts";
import type { Evidence } from "./evidence.ts";
import type { ObjectRef } from "./object.ts";
import type { Phrase } from "./phrase.ts";
import type { MarkedRemedy } from "./report.ts";
import type { Unread } from "./snapshot.ts";

/** How bad it is. `note`: worth knowing, nothing to act on. */
export type Severity = "error" | "warning" | "note";

/** How sure it is: `likely` where the API does not show the deciding fact. */
export type Confidence = "certain" | "likely" | "unknown";

/** What one action, or one decision, ends. */
export interface Cause {
  /** Equal for all findings that have it: `job/shop/import`, `PVG301/gp3`. */
  readonly id: string;
  /** Absent where many things of one kind are to be cleaned up. */
  readonly name?: Phrase;
  readonly object?: ObjectRef;
  /** The reason in a few words; absent where the finding has none. */
  readonly title?: string;
}

/** Something that a rule says about one object. */
export interface Finding {
  /** `PVG` and a number; stable, never reused. */
  readonly code: string;
  /** The rule's title. */
  readonly title: string;
  readonly subject: ObjectRef;
  readonly message: Phrase;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** RFC 3339; absent where the API does not say. */
  readonly since?: string;
  /** What it takes up; absent where it takes up nothing, or that is not known. */
  readonly disks?: readonly Disk[];
  readonly storageClass?: string;
  /** The stable reason of the root cause, where the finding rests on a diagnosis. */
  readonly reason?: string;
  readonly cause: Cause;
  readonly evidence: readonly Evidence[];
  readonly remedies: readonly MarkedRemedy[];
  /** What the reader of the finding must know besides, such as that it was ignored until now. */
  readonly note?: Phrase;
}

/** A rule that could not judge, or not everything, because something was not read. */
export interface Silenced {
  readonly code: string;
  readonly unread: Unread;
}
