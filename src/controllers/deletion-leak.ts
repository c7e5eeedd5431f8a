import { hasFinalizer, isTerminating, type PersistentVolume } from "../model/index.ts";
import { provisionerOf } from "./external-provisioner/index.ts";
import { externalProvisioner, pvController } from "./finalizer-names.ts";
import { deleterRefuses, findDeletablePlugin } from "./in-tree-reclaim/index.ts";
import { reclaimPolicyOf } from "./reclaim-policy.ts";
import { volumeBackend } from "./volume-source.ts";

/** What the driver or the plugin calls the disk; `undefined` where the object does not say. */
export function volumeHandleOf(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  return "handle" in backend && backend.handle !== "" ? backend.handle : undefined;
}

/**
 * Was the volume deleted with nothing on it that makes anybody delete the disk? Without its finalizer a provisioner
 * takes a deleted volume for one whose disk is gone already.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v9 to v13;
 * kubernetes-csi/external-provisioner#546, KEP-2644.
 */
export function deletionLeaks(volume: PersistentVolume): boolean {
  if (!isTerminating(volume) || reclaimPolicyOf(volume) !== "Delete") return false;
  if (findDeletablePlugin(volume).deleter === "plugin") return false;
  return !hasFinalizer(volume, externalProvisioner) && !hasFinalizer(volume, pvController);
}

/**
 * Does somebody destroy the disk once the volume's claim is gone? Policy Delete alone does not say so: a hand-made volume
 * may have nobody who can.
 */
export function releaseDestroys(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  if (provisionerOf(volume) !== undefined) return true;
  return findDeletablePlugin(volume).deleter === "plugin" && !deleterRefuses(volume);
}
