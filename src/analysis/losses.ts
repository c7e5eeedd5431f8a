import type { Cluster } from "../cluster/index.ts";
import { reclaimPolicyOf, volumeHandleOf } from "../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { DataFate } from "../report/index.ts";
import type { Timeline } from "./analysis.ts";
import { isDataGone } from "./disks/known-already.ts";
import type { Prerequisite, TimedMove } from "./timeline/steps.ts";

/** What a future does to a disk or a snapshot that a person would not want lost. */
export interface Loss {
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
export function lossesIn({ followed, moves, end }: Course, cluster: Cluster): readonly Loss[] {
  const losses = moves.flatMap((move, at) => lossBy(move, at) ?? []);
  const gone = followed.filter(
    (object) =>
      isToBeDeleted(object) && end.find(refOf(object)) === undefined && !isDataGone(object, cluster),
  );
  if (gone.length === 0) return losses;
  const last = new Map(moves.map((move) => [nameKey(move.action.object), move]));
  const destroyed = moves.filter(({ action }) => action.do === "destroy-backend");
  const ended = new Set(destroyed.map(({ action }) => nameKey(action.object)));
  const left = gone.map(refOf).filter((record) => !ended.has(nameKey(record)));
  return [
    ...losses,
    ...left.map((record): Loss => ({ record, data: "leaked", after: last.get(nameKey(record))?.after })),
  ];
}

/** Of what is gone already nothing is lost. */
function lossBy({ action, data, after }: TimedMove, at: number): Loss | undefined {
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
      return reclaimPolicyOf(object) === "Delete" && volumeHandleOf(object) !== undefined;
    case "VolumeSnapshotContent":
      return object.spec?.deletionPolicy === "Delete" && object.status?.snapshotHandle !== undefined;
    default:
      return false;
  }
}

/** Does this loss come as well, and no later, by what is lost otherwise? */
export function isAmong({ record, data, after }: Loss, others: readonly Loss[]): boolean {
  if (after === undefined) return false;
  const ended = new Set(after.map(keyOf));
  return others.some(
    (other) =>
      other.data === data &&
      nameKey(other.record) === nameKey(record) &&
      other.after?.every((each) => ended.has(keyOf(each))) === true,
  );
}

function keyOf(prerequisite: Prerequisite): string {
  return JSON.stringify(prerequisite);
}
