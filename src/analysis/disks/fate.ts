import type { Cluster, Unread } from "../../cluster/index.ts";
import { contentDeletion, diskEnd, reclaimPolicyOf } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Phrase,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { isTerminating, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Act, DataFate, Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import type { Disk, DiskRecord } from "./disks.ts";
import { backingOf } from "./disks.ts";
import { doubtOf } from "./doubt.ts";
import { endingOf } from "./ending.ts";
import { fateOfNamespace } from "./fate-of-namespace.ts";
import { knownAlready, sameSnapshotToo, sharedWith, twinsToo } from "./known-already.ts";
import { sharesFuture } from "./records.ts";

/** Worst first. */
const worst: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "leaked",
  "already-gone",
  "unknown",
  "kept",
  "none",
];

/** The gravest first. */
export function byGravityOfData<T extends { readonly data: DataFate }>(fates: readonly T[]): readonly T[] {
  return [...fates].sort((a, b) => worst.indexOf(a.data) - worst.indexOf(b.data));
}

/** Of data that may be there, behind what was not read. */
export function unseenFate(unread: Unread | undefined): readonly Fate[] {
  return unread === undefined ? [] : [{ data: "unknown", because: unreadPhrase(unread), unseen: "rest" }];
}

/** What becomes of some data in this future. */
export function outcomeOfDisk(disk: Disk, timeline: Timeline, analysis: Analysis): Outcome {
  if ("fate" in disk) return outcome(disk.fate.data, () => disk.fate);
  const { event, before } = timeline;
  const found = outcomeOfRecord(disk.record, timeline, analysis);
  return event !== undefined && "done" in event
    ? afterActs(found, refOf(disk.record), event.done, before)
    : found;
}

function outcomeOfRecord(record: DiskRecord, timeline: Timeline, analysis: Analysis): Outcome {
  const own = ownOutcome(record, timeline, analysis);
  if (record.kind === "VolumeSnapshotContent") {
    const content = record as VolumeSnapshotContent;
    if (own.data !== "destroyed") return own;
    return outcome(own.data, () => withAlong(own.tell(), sameSnapshotToo(content, analysis.cluster)));
  }
  if (own.data === "already-gone") return own;
  const volume = record as PersistentVolume;
  const through = () => throughOtherVolume(volume, analysis.cluster);
  if (own.data === "destroyed")
    return outcome(own.data, () => ({
      ...withAlong(own.tell(), twinsToo(volume, analysis.cluster)),
      ...through(),
    }));
  const other = fateWithAnother(volume, analysis);
  // What was not read of it outweighs that nothing tells of the other.
  const isUnseen = other?.data === "unknown" && own.data === "unknown" && own.tell().unseen !== undefined;
  return other === undefined || isUnseen
    ? outcome(own.data, () => ({ ...own.tell(), ...through() }))
    : outcome(other.data, () => other);
}

function outcome(data: DataFate, tell: () => Fate): Outcome {
  return { data, tell };
}

function withAlong(own: Fate, along: Phrase): Fate {
  return along.length === 0 ? own : { ...own, because: say`${own.because}${along}`, along };
}

/** What becomes of the disk of a volume as that of another one that is deleted, whatever becomes of this one. */
function fateWithAnother(volume: PersistentVolume, analysis: Analysis): Fate | undefined {
  const end = diskEnd(volume, analysis.cluster);
  switch (end.ends) {
    case "no":
      return undefined;
    case "unread":
      return { data: "unknown", because: unreadPhrase(end.unread), unseen: "rest", volume: refOf(volume) };
    case "with": {
      if (reclaimPolicyOf(end.volume) !== "Delete") return undefined;
      const { policy: _, ...where } = backingOf(volume);
      const fate = analysis.ownFateOf(end.volume);
      return fate.data === "destroyed" || fate.data === "unknown"
        ? {
            ...fate,
            ...where,
            because: say`${sharedWith(volume, end.volume)}: ${fate.because}`,
            volume: refOf(volume),
            through: refOf(end.volume),
          }
        : undefined;
    }
  }
}

/** Another that is deleted: it has to be kept as well, whatever is predicted of it. */
export function throughOtherVolume(volume: PersistentVolume, cluster: Cluster): Pick<Fate, "through"> {
  const end = diskEnd(volume, cluster);
  return end.ends === "with" ? { through: refOf(end.volume) } : {};
}

/** Without what other volumes of the same disk mean for it. */
export function ownOutcome(record: DiskRecord, timeline: Timeline, analysis: Analysis): Outcome {
  const ref = refOf(record);
  const { policy, ...where } = backingOf(record);
  // A report has the handle in front of it.
  const what = where.volumeHandle === undefined ? unnamed(ref) : words(backendOf(ref));
  const when = isDeletedIn(timeline) ? "once deleted" : "now";
  const known = knownAlready(record, what, analysis.cluster, when);
  if (known !== undefined) return outcome(known.data, () => ({ ...known, volume: ref, ...where }));
  const ending = endingOf({ ref, policy, what, timeline }, analysis);
  const doubt = doubtOf(ending.data, { record, what, when }, analysis.cluster);
  return outcome(doubt?.data ?? ending.data, () => ({ ...(doubt ?? ending.tell()), volume: ref, ...where }));
}

/** Does a person delete the claim or the volume? */
function isDeletedIn({ event }: Timeline): boolean {
  if (event === undefined || !("deleted" in event)) return false;
  return event.by === "person" && event.deleted.kind.startsWith("PersistentVolume");
}

/** Of a disk that has no name of its own; or of a snapshot that the driver has not named yet. */
function unnamed(ref: ObjectRef): Phrase {
  return say`${words(backendOf(ref))} of ${nameOf(ref)}`;
}

function backendOf({ kind }: ObjectRef): string {
  return kind === "VolumeSnapshotContent" ? "the snapshot" : "the disk";
}

/**
 * What becomes of data that the controllers would keep, if these requests are made.
 *
 * @param before the account of the cluster before them
 */
function afterActs(own: Outcome, ref: ObjectRef, acts: readonly Act[], before: Analysis): Outcome {
  if (own.data !== "kept") return own;
  const [begun] = [ref, ...acts.map(({ on }) => on)].flatMap((each) => begunDeletion(each, before) ?? []);
  if (begun !== undefined)
    return because(
      own,
      "unknown",
      () =>
        say`${nameOf(refOf(begun.object))} is ${begun.how}: if the deletion of the ${begun.what} has already begun, this does not stop it, so check in the storage backend whether the ${begun.what} still exists`,
    );
  // The PV controller opens no volume then: the acts themselves do.
  return acts.some((act) => act.do === "edit" && opens(act) && nameKey(act.on) === nameKey(ref))
    ? because(
        own,
        "exposed",
        () => say`${nameOf(ref)} is then available with its data, and any claim can bind to it`,
      )
    : own;
}

function because(own: Outcome, data: "exposed" | "unknown", why: () => Phrase): Outcome {
  return { ...own, data, tell: () => ({ ...own.tell(), data, because: why() }) };
}

function opens({ edits }: Extract<Act, { readonly do: "edit" }>): boolean {
  return edits.some(({ op, path }) => op === "remove" && path === "/spec/claimRef");
}

interface Beginning {
  readonly object: KubeObject;
  readonly how: Phrase;
  readonly what: Phrase;
}

/** The deletion of what is behind it may be under way: no write to the object stops that. */
function begunDeletion(ref: ObjectRef, before: Analysis): Beginning | undefined {
  const found = beginning(ref, before.cluster);
  return found !== undefined && before.dataOf(found.object) === "destroyed" ? found : undefined;
}

/** Such that the driver may have been asked to delete what is behind it. */
function beginning(ref: ObjectRef, cluster: Cluster): Beginning | undefined {
  if (ref.kind === "PersistentVolume") {
    const found = cluster.get("v1/persistentvolumes", ref.name);
    return found.state === "found" ? volumeBeginning(found.object) : undefined;
  }
  if (ref.kind !== "VolumeSnapshotContent") return undefined;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", ref.name);
  return found.state === "found" ? contentBeginning(found.object) : undefined;
}

function volumeBeginning(object: PersistentVolume): Beginning | undefined {
  const { phase } = object.status ?? {};
  const policy = reclaimPolicyOf(object);
  if ((phase !== "Released" && phase !== "Failed") || policy === "Retain") return undefined;
  return { object, how: say`${phase} with policy ${policy}`, what: say`disk` };
}

/** kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6. */
function contentBeginning(object: VolumeSnapshotContent): Beginning | undefined {
  if (contentDeletion(object) !== "delete") return undefined;
  return { object, how: say`Terminating with policy Delete`, what: say`snapshot` };
}

/** What becomes of the data behind an object that a timeline follows; `undefined` for kinds that have none. */
export function outcomeBehind(
  object: KubeObject,
  timeline: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (object.kind === "Namespace") return outcomeOfNamespace(object, timeline, analysis);
  const [disk] = analysis.disksOf(object);
  if (disk === undefined) return undefined;
  if (timeline.event === undefined) return asThingsGo(object, disk, timeline, analysis);
  return timeline.outcomeOfDisk(disk);
}

/** Of a disk there is one future, whichever of the objects around it is asked about: that of its records. */
function asThingsGo(object: KubeObject, disk: Disk, timeline: Timeline, analysis: Analysis): Outcome {
  if ("fate" in disk) return timeline.outcomeOfDisk(disk);
  const isShared = sharesFuture(object, disk.record, analysis.cluster);
  return isShared ? timeline.outcomeOfDisk(disk) : analysis.future(disk.record).outcomeOfDisk(disk);
}

/** A namespace that stays keeps what is in it. What acts are done to ends as they let it. */
function outcomeOfNamespace(
  namespace: KubeObject,
  timeline: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  const { event } = timeline;
  if (event === undefined && !isTerminating(namespace)) return undefined;
  const touched = event !== undefined && "done" in event ? event.done.map(({ on }) => nameKey(on)) : [];
  const fate = fateOfNamespace(namespace, analysis, (part) => {
    const isTouched = [part.object, part.fate.volume].some((ref) => ref && touched.includes(nameKey(ref)));
    const found = isTouched ? analysis.cluster.resolve(part.object) : undefined;
    return found?.state === "found" ? timeline.outcomeOf(found.object)?.tell() : undefined;
  });
  return { data: fate.data, tell: () => fate };
}
