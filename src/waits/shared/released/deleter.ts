import type { DeletionFailure } from "../../../controllers/index.ts";
import { isLocalProvisioned, provisionerOf, volumeHandleOf } from "../../../controllers/index.ts";
import type { PersistentVolume, Phrase } from "../../../model/index.ts";
import { say } from "../../../model/index.ts";
import type { ReleasedReason } from "./reasons.ts";

/**
 * Who deletes: the controller that runs, in the name by which people find it. What a local provisioner published it deletes
 * itself: kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs.
 */
export function deleterOf(volume: PersistentVolume): {
  readonly controller: string;
  readonly driver: string;
} {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined && isLocalProvisioned(volume))
    return { controller: "local-volume-provisioner", driver: "local-volume-provisioner" };
  if (provisioner === undefined)
    return { controller: "persistentvolume-controller", driver: "kube-controller-manager" };
  return provisioner.type === "csi"
    ? { controller: "csi-provisioner", driver: provisioner.name }
    : { controller: "the provisioner", driver: provisioner.name };
}

export const diskOf = (volume: PersistentVolume) => volumeHandleOf(volume) ?? "the disk";

interface Words {
  readonly reason: ReleasedReason;
  readonly message: Phrase;
}

/** What a failed attempt means, by what its words are taken for. */
export function wordsFor(failure: DeletionFailure, driver: string, disk: string, place: Phrase): Words {
  switch (failure) {
    case "attached":
      return {
        reason: "DeletionRetried",
        message: say`${disk} was still attached at the last attempt; the driver retries`,
      };
    case "in-use":
      return {
        reason: "BackendInUse",
        message: say`Kubernetes has released the volume, but the storage backend reports that ${disk} is in use`,
      };
    case "has-snapshots":
      return {
        reason: "BackendHasSnapshots",
        message: say`the storage backend keeps ${disk} because of its snapshots`,
      };
    case "not-found":
      return {
        reason: "BackendVolumeNotFound",
        message: say`${driver} reports that ${disk} does not exist: there is probably no data left`,
      };
    case "access-denied":
      return { reason: "BackendRefusesAccess", message: say`${driver} is not allowed to delete ${disk}` };
    case "finalizer-forbidden":
      return {
        reason: "FinalizerNotPermitted",
        message: say`${disk} is deleted, but the provisioner of ${driver} has no permission to change the volume object`,
      };
    case "secret":
      return {
        reason: "DeletionSecretMissing",
        message: say`${driver} lacks the secret that it needs to delete ${disk}`,
      };
    case "unsupported":
      return { reason: "DriverCannotDelete", message: say`${driver} cannot delete volumes at all` };
    case "other-not-found":
      return {
        reason: "DeletionFails",
        message: say`${driver} fails to delete ${disk} because something else was not found; this says nothing about ${disk} itself`,
      };
    case "path-missing":
      return {
        reason: "PathMissingOnNode",
        message: say`${driver} does not find ${place} now: most likely the disk is not mounted there`,
      };
    case "node-gone":
    case "other":
      return { reason: "DeletionFails", message: say`${driver} fails to delete ${disk}` };
  }
}
