import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Fate } from "./fate.ts";
import type { MarkedRemedy } from "./remedy.ts";
import type { Report } from "./report.ts";

/**
 * What is lost if objects are deleted. `data`: a disk or a snapshot is deleted, or opened to another claim. `record`: a disk
 * remains in the storage backend with no record of it. `unknown`: what decides could not be read, or nothing decides it yet.
 */
export type Loss = "nothing" | "data" | "record" | "unknown";

/** What becomes of the data behind an object that is deleted with the others that were named. */
export interface DeletedObject {
  readonly object: ObjectRef;
  /** As an operator would say it. */
  readonly state: string;
  readonly loses: Loss;
  readonly because: Phrase;
  /** Whether the deletion decides over the data, or the object is being deleted already. */
  readonly comes: "with it" | "in any case";
  /** What becomes of each disk and snapshot, the worst first. */
  readonly fates: readonly Fate[];
  /** What must happen, in order, before that is decided: `when ...`. */
  readonly decidedWhen: readonly Phrase[];
  /** What to do before it is deleted, the safest first. */
  readonly before: readonly MarkedRemedy[];
}

/**
 * An object that was named, of a kind that pvguard does not judge. `without-data`: of a built-in kind behind which there is no
 * disk. `record-of-disk`: a storage driver keeps a disk by it. `unknown-kind`: its owner may delete what pvguard reads.
 * `needed-by-driver`: a Secret that volumes or snapshots name. `users-not-read`: a Secret of which it is unknown whether they do.
 */
export type NotJudged =
  | {
      readonly object: ObjectRef;
      readonly why: "without-data" | "record-of-disk" | "unknown-kind" | "users-not-read";
    }
  | {
      readonly object: ObjectRef;
      readonly why: "needed-by-driver";
      readonly neededBy: readonly ObjectRef[];
    };

/** Several deletions, judged as one. */
export interface DeletionReport extends Omit<Report, "diagnoses" | "findings" | "silenced"> {
  readonly loses: Loss;
  readonly objects: readonly DeletedObject[];
  readonly notJudged: readonly NotJudged[];
}

/** The worst first. What is not known outweighs what is known to be kept, and is outweighed by what is known to be lost. */
export const losses: readonly Loss[] = ["data", "record", "unknown", "nothing"];

export function worstLoss(all: readonly Loss[]): Loss {
  return losses.find((loss) => all.includes(loss)) ?? "nothing";
}

/** Is the kind one of which each object stands for one disk or snapshot? Of others, its end is that of what is deleted with it. */
export function isOfOneDisk(kind: string): boolean {
  return ofOneDisk.includes(kind);
}

const ofOneDisk: readonly string[] = [
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Pod",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

/** The only disk or snapshot of which the reason is told. */
export function soleFateOf({ object, fates }: Pick<DeletedObject, "object" | "fates">): Fate | undefined {
  const [only, ...others] = fates;
  const isSole = others.length === 0 && only?.volume !== undefined;
  return isSole && isOfOneDisk(object.kind) ? only : undefined;
}
