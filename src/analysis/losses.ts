import type { Cluster, Unread } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import { goesUnderRetain, reclaimPolicyOf, volumeHandleOf } from "../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { DataFate, Fate, Hold } from "../report/index.ts";
import type { Timeline } from "./analysis.ts";
import { isOnlyReleased } from "./disks/ending.ts";
import { unseenFate } from "./disks/fate.ts";
import { isDataGone } from "./disks/known-already.ts";
import type { Prerequisite, TimedMove } from "./timeline/steps.ts";

/** What a future does to a disk or a snapshot that a person would not want lost. */
export interface LostDisk {
  /** The volume or the content that stands for it. */
  readonly record: ObjectRef;
  readonly data: Extract<DataFate, "destroyed" | "exposed" | "leaked">;
  /** What must end before; `undefined` where no move tells. */
  readonly after: readonly Prerequisite[] | undefined;
  /** The position of the move that loses it; a disk that is left behind is lost by none. */
  readonly at?: number;
}

type Course = Pick<Timeline, "followed" | "moves" | "end">;

/** All that is lost in a future around the objects that take part in it, and that is left behind by those that are followed. */
export function lossesIn({ followed, moves, end }: Course, cluster: Cluster): readonly LostDisk[] {
  const losses = moves.flatMap((move, at) => lossBy(move, at) ?? []);
  const gone = followed.filter(
    (object) =>
      isToBeDeleted(object) && end.find(refOf(object)) === undefined && !isDataGone(object, cluster),
  );
  if (gone.length === 0) return losses;
  const last = new Map(moves.map((move) => [nameKey(move.action.object), move]));
  const destroyed = moves.filter(({ action }) => action.do === "destroy-backend");
  const ended = new Set(destroyed.map(({ action }) => nameKey(action.object)));
  const left = gone
    .map((object) => ({ object, record: refOf(object) }))
    .filter(({ record }) => !ended.has(nameKey(record)));
  return [
    ...losses,
    ...left.map(({ object, record }): LostDisk => {
      const data = object.kind === "PersistentVolume" && goesUnderRetain(object) ? "destroyed" : "leaked";
      return { record, data, after: last.get(nameKey(record))?.allAfter };
    }),
  ];
}

/** Of what is gone already nothing is lost. */
function lossBy({ action, data, allAfter: after }: TimedMove, at: number): LostDisk | undefined {
  const record = action.object;
  if (action.do === "destroy-backend")
    return data === "gone" ? undefined : { record, data: "destroyed", after, at };
  const isOpened = action.do === "clear-claim-ref" && action.part === "whole";
  return isOpened ? { record, data: "exposed", after, at } : undefined;
}

/** Something is behind it that is to be deleted with it. */
function isToBeDeleted(object: KubeObject): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return (
        goesUnderRetain(object) ||
        (reclaimPolicyOf(object) === "Delete" && volumeHandleOf(object) !== undefined)
      );
    case "VolumeSnapshotContent":
      return object.spec?.deletionPolicy === "Delete" && object.status?.snapshotHandle !== undefined;
    default:
      return false;
  }
}

/** Its policy keeps neither the disk nor the snapshot. */
export function canBeLost(object: KubeObject, cluster: Cluster): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return reclaimPolicyOf(object) !== "Retain" || !isOnlyReleased(refOf(object), cluster);
    case "VolumeSnapshotContent":
      return object.spec?.deletionPolicy !== "Retain";
    default:
      return false;
  }
}

/** Does this loss come as well, and no later, by what is lost otherwise? */
export function isAmong({ record, data, after }: LostDisk, others: readonly LostDisk[]): boolean {
  if (after === undefined) return false;
  const ofRecord = byRecord(others).get(nameKey(record)) ?? [];
  return ofRecord.some(
    (other) => other.data === data && other.after !== undefined && isWithin(other.after, after),
  );
}

/** Thousands of losses are looked for among the same others, and come after the same conditions: both are remembered. */
const lossesByRecord = new WeakMap<readonly LostDisk[], ReadonlyMap<string, readonly LostDisk[]>>();
const keysOf = new WeakMap<readonly Prerequisite[], ReadonlySet<string>>();
const answersWithin = new WeakMap<readonly Prerequisite[], WeakMap<readonly Prerequisite[], boolean>>();

function byRecord(losses: readonly LostDisk[]): ReadonlyMap<string, readonly LostDisk[]> {
  const before = lossesByRecord.get(losses);
  if (before !== undefined) return before;
  const made = new Map<string, LostDisk[]>();
  for (const loss of losses) {
    const key = nameKey(loss.record);
    made.set(key, [...(made.get(key) ?? []), loss]);
  }
  lossesByRecord.set(losses, made);
  return made;
}

export function isWithin(some: readonly Prerequisite[], all: readonly Prerequisite[]): boolean {
  const answers = answersWithin.get(all) ?? new WeakMap<readonly Prerequisite[], boolean>();
  answersWithin.set(all, answers);
  const answer = answers.get(some) ?? [...keysIn(some)].every((key) => keysIn(all).has(key));
  answers.set(some, answer);
  return answer;
}

function keysIn(prerequisites: readonly Prerequisite[]): ReadonlySet<string> {
  const keys = keysOf.get(prerequisites) ?? new Set(prerequisites.map((each) => JSON.stringify(each)));
  keysOf.set(prerequisites, keys);
  return keys;
}

/**
 * What pods or claims that were not read hold beside the object is not known, nor what becomes of that once they end; nor is that
 * of the data behind another object, where it is not known who holds that.
 */
export function unseenBesideHolder(
  { held, holder }: Hold,
  object: KubeObject,
  cluster: Cluster,
): readonly Fate[] {
  if (!("unread" in holder)) return [];
  const other = nameKey(held) === nameKey(refOf(object)) ? undefined : objectOf(cluster.resolve(held));
  const hasData = other !== undefined && canBeLost(other, cluster);
  return hasData || holding.includes(holder.unread.resource) ? unseenFate(holder.unread) : [];
}

const holding: readonly Unread["resource"][] = ["v1/pods", "v1/persistentvolumeclaims"];
