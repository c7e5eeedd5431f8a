import type { Cluster, Unread } from "../../cluster/index.ts";
import { diskEnd, reclaimPolicyOf } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import { afterActs } from "./after-acts.ts";
import type { Disk, DiskRecord } from "./disks.ts";
import { backingOf } from "./disks.ts";
import { endingOf } from "./ending.ts";
import { knownAlready, sameSnapshotToo, twinsToo } from "./known-already.ts";

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
  const through = () => throughOther(volume, analysis.cluster);
  if (own.data === "destroyed")
    return outcome(own.data, () => ({
      ...withAlong(own.tell(), twinsToo(volume, analysis.cluster)),
      ...through(),
    }));
  const other = fateWithAnother(volume, analysis);
  return other === undefined
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
      const other = refOf(end.volume);
      if (reclaimPolicyOf(end.volume) !== "Delete") return undefined;
      const fate = analysis.ownFateOf(end.volume);
      return fate.data === "destroyed" || fate.data === "unknown"
        ? {
            ...fate,
            because: say`${nameOf(other)} uses the same disk: ${fate.because}`,
            volume: refOf(volume),
            through: other,
          }
        : undefined;
    }
  }
}

/** Another that is deleted: it has to be kept as well, whatever is predicted of it. */
export function throughOther(volume: PersistentVolume, cluster: Cluster): Pick<Fate, "through"> {
  const end = diskEnd(volume, cluster);
  return end.ends === "with" ? { through: refOf(end.volume) } : {};
}

/** Without what other volumes of the same disk mean for it. */
export function ownOutcome(record: DiskRecord, timeline: Timeline, analysis: Analysis): Outcome {
  const ref = refOf(record);
  const { policy, ...where } = backingOf(record);
  // A report has the handle in front of it.
  const what = where.volumeHandle === undefined ? unnamed(ref) : words(backendOf(ref));
  const known = knownAlready(record, what, analysis.cluster, isDeletedIn(timeline) ? "once deleted" : "now");
  if (known !== undefined) return outcome(known.data, () => ({ ...known, volume: ref, ...where }));
  const ending = endingOf({ ref, policy, what, timeline }, analysis);
  return outcome(ending.data, () => ({ ...ending.tell(), volume: ref, ...where }));
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
