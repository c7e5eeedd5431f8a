import { reclaimPolicyOf, volumeHandleOf } from "../../controllers/index.ts";
import {
  type Acceptance,
  type KubeObject,
  nameKey,
  nameOf,
  type PersistentVolume,
  type Phrase,
  refOf,
  say,
  type VolumeSnapshotContent,
  words,
} from "../../model/index.ts";
import { acceptance } from "../dangers.ts";
import type { Move } from "../forward.ts";
import { isNow } from "../lifted.ts";
import type { Prediction } from "../predict.ts";
import { destruction } from "../words.ts";

/** What is lost once the steps are done and the controllers have acted. Each must be accepted by its name. */
export function lossesIn(prediction: Prediction, objects: readonly KubeObject[]): readonly Acceptance[] {
  return [
    ...prediction.moves.flatMap((move, at) => lossBy(move, prediction.steps[at]?.when)),
    ...objects.flatMap((object) => leftBehind(object, prediction)),
  ];
}

function lossBy({ controller, action }: Move, when: Phrase | undefined): readonly Acceptance[] {
  if (action.do === "clear-claim-ref" && action.part === "whole")
    return [
      acceptance(
        "DataExposed",
        say`${nameOf(action.object)} becomes available with its data, and any claim can bind to it.`,
      ),
    ];
  if (action.do !== "destroy-backend") return [];
  const isSnapshot = action.object.kind === "VolumeSnapshotContent";
  return [
    acceptance(
      isSnapshot ? "SnapshotDestroyed" : "DataDestroyed",
      say`${has(controller, when)} ${action.driver} ${destruction(action)} of ${nameOf(action.object)}, with all data on it. To keep the data, set the ${isSnapshot ? words("content") : words("volume")} to Retain first: kubectl pvguard fix ${isSnapshot ? words("volumesnapshotcontent") : words("pv")}/${action.object.name} --remedy ${isSnapshot ? "retain-snapshot" : "set-retain"}`,
    ),
  ];
}

/** What has to be released first may never be: the danger exists all the same. */
function has(controller: string, when: Phrase | undefined): Phrase {
  return when === undefined || isNow(when)
    ? say`${controller} then has`
    : say`Then, ${when}, ${controller} has`;
}

/** Its record is deleted, and what is behind it is not. */
function leftBehind(object: KubeObject, { moves, end }: Prediction): readonly Acceptance[] {
  const ref = refOf(object);
  if (end.find(ref) !== undefined) return [];
  const isDestroyed = moves.some(
    ({ action }) => action.do === "destroy-backend" && nameKey(action.object) === nameKey(ref),
  );
  if (isDestroyed) return [];
  switch (object.kind) {
    case "PersistentVolume": {
      const volume = object as PersistentVolume;
      const handle = volumeHandleOf(volume);
      if (reclaimPolicyOf(volume) !== "Delete" || handle === undefined) return [];
      return [
        acceptance(
          "DiskLeaks",
          say`${nameOf(ref)} is deleted but ${handle} is not, and remains in the storage backend with no record of it.`,
        ),
      ];
    }
    case "VolumeSnapshotContent": {
      const { spec, status } = object as VolumeSnapshotContent;
      if (spec?.deletionPolicy !== "Delete" || status?.snapshotHandle === undefined) return [];
      return [
        acceptance(
          "SnapshotLeaks",
          say`${nameOf(ref)} is deleted but ${status.snapshotHandle} is not, and remains in the storage backend with no record of it.`,
        ),
      ];
    }
    default:
      return [];
  }
}
