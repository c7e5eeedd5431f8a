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
  const fails: Words = { reason: "DeletionFails", message: say`${driver} fails to delete ${disk}` };
  const words: Readonly<Record<DeletionFailure, Words>> = {
    attached: {
      reason: "DeletionRetried",
      message: say`${disk} was still attached at the last attempt; the driver retries`,
    },
    "in-use": {
      reason: "BackendInUse",
      message: say`Kubernetes has released the volume, but the storage backend reports that ${disk} is in use`,
    },
    "has-snapshots": {
      reason: "BackendHasSnapshots",
      message: say`the storage backend keeps ${disk} because of its snapshots`,
    },
    "not-found": {
      reason: "BackendVolumeNotFound",
      message: say`${driver} reports that ${disk} does not exist: there is probably no data left`,
    },
    "access-denied": {
      reason: "BackendRefusesAccess",
      message: say`${driver} is not allowed to delete ${disk}`,
    },
    "finalizer-forbidden": {
      reason: "FinalizerNotPermitted",
      message: say`${disk} is deleted, but the provisioner of ${driver} has no permission to change the volume object`,
    },
    secret: {
      reason: "DeletionSecretMissing",
      message: say`${driver} lacks the secret that it needs to delete ${disk}`,
    },
    unsupported: { reason: "DriverCannotDelete", message: say`${driver} cannot delete volumes at all` },
    "other-not-found": {
      reason: "DeletionFails",
      message: say`${driver} fails to delete ${disk} because something else was not found; this says nothing about ${disk} itself`,
    },
    "path-missing": {
      reason: "PathMissingOnNode",
      message: say`${driver} does not find ${place} now: most likely the disk is not mounted there`,
    },
    "node-gone": fails,
    other: fails,
  };
  return words[failure];
}
