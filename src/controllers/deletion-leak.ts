import {
  type Cluster,
  everywhere,
  hasFinalizer,
  instant,
  isTerminating,
  type PersistentVolume,
} from "../model/index.ts";
import { provisionerOf } from "./external-provisioner/index.ts";
import { externalProvisioner, pvController, pvProtection } from "./finalizer-names.ts";
import { deleterRefuses, findDeletablePlugin } from "./in-tree-reclaim/index.ts";
import { attachmentsByVolume } from "./indexes/index.ts";
import { finalizerIsRefused, finalizersAreManaged } from "./pv-finalizers.ts";
import { volumeIsBeingUsed } from "./pv-protection.ts";
import { reclaimPolicyOf } from "./reclaim-policy.ts";
import { volumeBackend } from "./volume-source.ts";

/** What the driver or the plugin calls the disk; `undefined` where the object does not say. */
export function volumeHandleOf(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  return "handle" in backend && backend.handle !== "" ? backend.handle : undefined;
}

/**
 * What becomes of a deleted volume and its disk once the claim is gone. `deadlocked`: neither is deleted, since the object
 * waits for a phase or a finalizer that no sync can change.
 */
type DeletedOutcome = "kept" | "destroyed" | "leaked" | "deadlocked";

/**
 * Without its finalizer a provisioner takes a deleted volume for one whose disk is gone already. The PV controller would
 * add its own, is refused, and so never comes to the phase: the disk is not deleted, nor does the object go.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v9 to v13;
 * kubernetes-csi/external-provisioner#546, KEP-2644;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go
 * updateVolumeMigrationAnnotationsAndFinalizers, 1.31 to 1.36.
 */
export function outcomeOfDeleted(volume: PersistentVolume): DeletedOutcome {
  if (reclaimPolicyOf(volume) !== "Delete") return "kept";
  if (finalizerIsRefused(volume)) return staysForGood(volume) ? "deadlocked" : "leaked";
  if (hasDeleterOnIt(volume)) return "destroyed";
  return findDeletablePlugin(volume).deleter === "plugin" ? "destroyed" : "leaked";
}

/**
 * Is there a finalizer on it for which a controller deletes the disk first? That of the PV controller counts for nothing on a
 * volume which no in-tree plugin provisioned: a provisioner looks for its own alone.
 */
export function hasDeleterOnIt(volume: PersistentVolume): boolean {
  if (hasFinalizer(volume, externalProvisioner)) return true;
  return hasFinalizer(volume, pvController) && finalizersAreManaged(volume);
}

/** Of a volume whose finalizer is refused: what keeps it is removed by a sync of the PV controller alone. */
function staysForGood(volume: PersistentVolume): boolean {
  if (hasFinalizer(volume, externalProvisioner)) return true;
  return volumeIsBeingUsed(volume) && hasFinalizer(volume, pvProtection);
}

/** Was the volume deleted with nothing on it that makes a controller delete the disk, so that only the object is deleted? */
function deletionLeaks(volume: PersistentVolume): boolean {
  return isTerminating(volume) && outcomeOfDeleted(volume) === "leaked";
}

/**
 * May the object have been deleted by its provisioner, which destroys the disk first? Not where it was deleted before it
 * was Released: then no provisioner looked at it; nor while an attachment names it. A time of the phase is recorded from
 * Kubernetes 1.29 on.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation, v9 to v13;
 * kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v2.1 to v6.
 */
export function deletedAfterRelease(volume: PersistentVolume, cluster: Cluster): boolean {
  if (!deletionLeaks(volume) || volume.status?.phase !== "Released") return false;
  if (provisionerOf(volume) === undefined) return false;
  const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
  if (attachments.read && attachments.items.length > 0) return false;
  const deleted = instant(volume.metadata.deletionTimestamp);
  const released = instant(volume.status.lastPhaseTransitionTime);
  return deleted === undefined || released === undefined || deleted >= released;
}

/** Was the volume deleted so that it stays permanently, and its disk with it? */
export function deletionDeadlocks(volume: PersistentVolume): boolean {
  return isTerminating(volume) && outcomeOfDeleted(volume) === "deadlocked";
}

/**
 * Does a controller destroy the disk once the volume's claim is gone? Policy Delete alone does not say so: a manually
 * created volume may have none that can, and a volume that was deleted may have lost what makes them.
 */
export function releaseDestroys(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  if (isTerminating(volume) && outcomeOfDeleted(volume) !== "destroyed") return false;
  if (provisionerOf(volume) !== undefined) return true;
  return findDeletablePlugin(volume).deleter === "plugin" && !deleterRefuses(volume);
}
