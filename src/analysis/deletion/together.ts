import type { Snapshot } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { listed } from "../../define/index.ts";
import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import { distinct, isTerminating, nameKey, refOf, say, timestamp, words } from "../../kubernetes/index.ts";
import type {
  Affected,
  DataFate,
  DeletedObject,
  DeletionReport,
  Diagnosis,
  Fate,
  Loss,
} from "../../report/index.ts";
import { isOfOneDisk, losses, worstLoss } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import { createAnalysis } from "../create-analysis.ts";
import { diagnose } from "../diagnose.ts";
import { withCopies } from "../disks/copies.ts";
import { isKindOfRecord } from "../disks/disks.ts";
import { partsFound } from "../disks/fate-of-namespace.ts";
import type { Interruptible } from "../interruptible.ts";
import { origin, tellingEach } from "../report.ts";
import { around } from "../timeline/around.ts";
import type { Sandbox } from "../timeline/sandbox.ts";
import { createSandbox } from "../timeline/sandbox.ts";

/**
 * What is lost if all of these objects are deleted, from snapshots of which each has what the one before it had, and more. Each
 * object is asked about twice: deleted alone, and in the cluster in which the others are being deleted already. The worse counts,
 * so that a loss that one deletion alone brings is never hidden by another, nor one that only all of them bring.
 */
export function deletionReporter(
  objects: readonly KubeObject[],
  knowledge: Knowledge,
): (snapshot: Snapshot) => Interruptible<DeletionReport> {
  const tellingFrom = tellingEach(objects, (snapshot, miss) => {
    const cluster = createCluster(snapshot, (unread) => miss(unread, "wanted"), "asked for");
    const alone = createAnalysis(cluster, knowledge);
    const deleted = allDeleted(objects, alone);
    const then = alone.over(deleted.cluster);
    return function* (object) {
      if (object.kind === "Namespace") yield* partsFound(object, alone);
      const own = deletedObject(object, alone, then);
      yield;
      const others = own.loses === "data" ? [] : besides(object, objects, alone);
      if (others.length === 0) return own;
      const together = deletedObject(object, alone.over(allDeleted(others, alone).cluster), then);
      return losses.indexOf(together.loses) < losses.indexOf(own.loses) ? together : own;
    };
  });
  return function* (snapshot) {
    const { each, unread, owners } = yield* tellingFrom(snapshot);
    return {
      ...origin(snapshot),
      unread,
      owners,
      loses: worstLoss(each.map(({ loses }) => loses)),
      objects: each,
      notJudged: [],
    };
  };
}

/** The cluster in which all of them are being deleted, or have disappeared. */
function allDeleted(objects: readonly KubeObject[], { cluster }: Analysis): Sandbox {
  const sandbox = createSandbox(cluster);
  for (const object of objects) {
    if (isTerminating(object)) continue;
    // When its kubelet has stopped it is a condition of its own deletion: for the others, what it uses is free then.
    if (object.kind === "Pod") sandbox.removeObject(refOf(object));
    // What is in a namespace keeps it, although it has no finalizer of its own.
    else if (object.kind === "Namespace") {
      const metadata = { ...object.metadata, deletionTimestamp: timestamp(cluster.now) };
      sandbox.change({ ...object, metadata, status: { ...object.status, phase: "Terminating" } });
    } else sandbox.deleteObject(refOf(object));
  }
  return sandbox;
}

/** More than this are not assumed to be deleted at once: of hundreds that one pod uses, each would be asked about with all others. */
const mostBesides = 32;

/** Of these, the others whose deletion can matter for this one: those around it, and what is not about single disks. */
function besides(
  object: KubeObject,
  objects: readonly KubeObject[],
  { cluster }: Analysis,
): readonly KubeObject[] {
  if (objects.length === 1) return [];
  const near = new Set(around([refOf(object)], cluster).objects.map((each) => nameKey(refOf(each))));
  const key = nameKey(refOf(object));
  const others = objects.filter((each) => {
    const other = nameKey(refOf(each));
    return other !== key && (near.has(other) || !isOfOneDisk(each.kind) || isBeside(each, object));
  });
  return others.slice(0, mostBesides);
}

/** Two pods of one namespace can use one claim, which is kept until the last of them ends. */
function isBeside(one: KubeObject, other: KubeObject): boolean {
  return one.kind === "Pod" && other.kind === "Pod" && one.metadata.namespace === other.metadata.namespace;
}

/** @param then the cluster after all deletions, in which a snapshot of the disk may be deleted too */
function deletedObject(object: KubeObject, analysis: Analysis, then: Analysis): DeletedObject {
  const { state, ifDeleted, fate: ahead } = diagnose(object, analysis);
  const base = { object: refOf(object), state };
  if (ifDeleted === undefined) return { ...base, ...goingAlready(ahead, analysis, then) };
  const { fate, fateComes, affected = [], unread = [], before = [], decidedWhen } = ifDeleted;
  const others = affected.flatMap((each) => (each.fateComes === "in any case" ? [] : listed(each.fate)));
  const parts = distinct([...(isOfParts(object, others) ? [] : listed(fate)), ...others], keyOf);
  const fates = worstFirst(parts).map((each) => withCopiesThen(each, analysis, then));
  const unseen: readonly Loss[] = unread.length > 0 ? ["unknown"] : [];
  const loses = worstLoss([...listed(fate), ...others].map(({ data }) => lossOf[data]).concat(unseen));
  const anyway = loses === "nothing" ? goneAnyway(affected) : undefined;
  if (anyway !== undefined) return { ...base, ...goingAlready(anyway, analysis, then) };
  return {
    ...base,
    loses,
    because: becauseOf(object, fate),
    comes: fateComes === "in any case" || comesAnyway(object, fate, analysis) ? "in any case" : "with it",
    fates,
    decidedWhen,
    before,
  };
}

/** What is kept under Retain has no other record than the object that is deleted. */
function becauseOf({ kind }: KubeObject, fate: Fate | undefined): Phrase {
  if (fate === undefined) return words("no disk and no snapshot is deleted with it");
  return isKindOfRecord(kind) && fate.data === "kept"
    ? say`${fate.because}; this object is the record of it: save its manifest first`
    : fate.because;
}

/** A volume that is Released, or a snapshot's content that its controller is about to delete: the deletion adds nothing to that. */
function comesAnyway(object: KubeObject, fate: Fate | undefined, analysis: Analysis): boolean {
  if (fate === undefined || lossOf[fate.data] === "nothing" || object.kind === "Namespace") return false;
  return analysis.dataOf(object) === fate.data;
}

/** The fate of a namespace or a workload is that of what is deleted with it. */
function isOfParts({ kind }: KubeObject, parts: readonly Fate[]): boolean {
  return parts.length > 0 && kind !== "PersistentVolumeClaim" && kind !== "PersistentVolume";
}

/** What is deleted with it, and would be lost without it too: a script is to hear of that as well. */
function goneAnyway(affected: readonly Affected[]): Fate | undefined {
  const fates = affected.flatMap(({ effect, fate, fateComes }) =>
    effect === "deleted" && fateComes === "in any case" ? listed(fate) : [],
  );
  const [worst] = worstFirst(fates);
  return worst !== undefined && lossOf[worst.data] !== "nothing" ? worst : undefined;
}

/** It was asked for before: what is lost then is lost without these deletions, and a script is to hear of it all the same. */
function goingAlready(
  fate: Diagnosis["fate"],
  analysis: Analysis,
  then: Analysis,
): Omit<DeletedObject, "object" | "state"> {
  return {
    loses: fate === undefined ? "nothing" : lossOf[fate.data],
    because: fate?.because ?? words("no disk and no snapshot is deleted with it"),
    comes: "in any case",
    fates: listed(fate).map((each) => withCopiesThen(each, analysis, then)),
    decidedWhen: [],
    before: [],
  };
}

/** A snapshot that does not exist after the deletions is no copy, however ready it is now. */
function withCopiesThen(fate: Fate, analysis: Analysis, then: Analysis): Fate {
  const { copies } = withCopies(fate, analysis);
  if (copies === undefined) return fate;
  const after = new Map((withCopies(fate, then).copies ?? []).map((copy) => [nameKey(copy.snapshot), copy]));
  const gone = { state: "deleted-too" } as const;
  return { ...fate, copies: copies.map((copy) => after.get(nameKey(copy.snapshot)) ?? { ...copy, ...gone }) };
}

const lossOf: Readonly<Record<DataFate, Loss>> = {
  destroyed: "data",
  exposed: "data",
  leaked: "record",
  unknown: "unknown",
  // Nothing is lost that is not lost already.
  "already-gone": "nothing",
  kept: "nothing",
  none: "nothing",
};

function worstFirst(fates: readonly Fate[]): readonly Fate[] {
  return [...fates].sort((a, b) => losses.indexOf(lossOf[a.data]) - losses.indexOf(lossOf[b.data]));
}

function keyOf({ data, volume, volumeHandle }: Fate): string {
  return JSON.stringify([data, volume?.name, volumeHandle]);
}
