import { annotationNames, findDeletablePlugin, reclaimPolicyOf } from "../../controllers/index.ts";
import { annotationOf, type PersistentVolume } from "../../model/index.ts";

/**
 * Was it created manually, of a kind that no plugin deletes, such as a share of NFS? With policy Delete it becomes Failed,
 * and nothing touches its data.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin, doDeleteVolume, 1.36.
 */
export function isUndeletable(volume: PersistentVolume): boolean {
  return (
    annotationOf(volume, annotationNames.provisionedBy) === undefined &&
    findDeletablePlugin(volume).deleter === "missing"
  );
}

/** Nothing destroys its disk although it is not set to Retain. A volume that is recycled is emptied. */
export function isDeletedByNobody(volume: PersistentVolume): boolean {
  return reclaimPolicyOf(volume) === "Delete" && isUndeletable(volume);
}

/** The PV controller's message for an undeletable volume: it did not try to delete the disk. */
export function isNoAttempt(said: string): boolean {
  return said.endsWith("no deletable volume plugin matched");
}
