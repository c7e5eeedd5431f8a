import { asCsi, finalizerNames, isOnOneMachine, volumeBackend } from "../../controllers/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { hasFinalizer } from "../../kubernetes/index.ts";
import type { DeletionFailure } from "../error-text/index.ts";
import { deletionFailure, volumeOfForbidden } from "../error-text/index.ts";

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

/** As drivers make the name of a disk: ceph/ceph-csi internal/util/volid.go CSIIdentifier ends in that of the image. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What an error can call the disk of this volume: by the handle, the end of it that is its own, or the volume's name. */
export function diskNamesOf(volume: PersistentVolume): readonly string[] {
  const backend = volumeBackend(volume);
  const handles = "handle" in backend ? [backend.handle, asCsi(volume)?.handle ?? ""] : [];
  const ends = handles.flatMap((handle) => {
    const parts = handle.split(/[/#|]|--|::?/).filter((part) => part !== "");
    return [parts.at(-1) ?? "", [...handle.matchAll(uuid)].at(-1)?.[0] ?? ""];
  });
  const named = [...handles, ...ends.filter((end) => /\d/.test(end)), volume.metadata.name];
  return [...new Set(named.filter((name) => name !== ""))];
}
