import { finalizerNames, isOnOneMachine } from "../controllers/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { hasFinalizer } from "../kubernetes/index.ts";
import { diskNamesOf } from "./disk-names.ts";
import type { DeletionFailure } from "./error-text/index.ts";
import { deletionFailure, volumeOfForbidden } from "./error-text/index.ts";

/**
 * Why a driver did not delete the disk of one volume, by its words. A path that does not exist on its machine now has most
 * likely lost its mount:
 * kubernetes-sigs/sig-storage-local-static-provisioner docs/faqs.md, "the volume is missing because of the invalid
 * /etc/fstab, setup script or hardware failures".
 */
export function deletionFailureOf(volume: PersistentVolume, message: string): DeletionFailure {
  const failure = deletionFailure(message, diskNamesOf(volume));
  if (failure === "finalizer-forbidden" && !isOfOwnFinalizer(volume, message)) return "other";
  const isMissing = failure === "not-found" || failure === "other-not-found";
  return isMissing && isOnOneMachine(volume) ? "path-missing" : failure;
}

/**
 * Was it this volume's own finalizer that could not be removed? Only then has the driver deleted the disk before:
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation.
 */
function isOfOwnFinalizer(volume: PersistentVolume, message: string): boolean {
  const named = volumeOfForbidden(message) ?? volume.metadata.name;
  return hasFinalizer(volume, finalizerNames.externalProvisioner) && named === volume.metadata.name;
}
