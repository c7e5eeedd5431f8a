import type { PersistentVolume } from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating } from "../kubernetes/index.ts";
import { migratedTo, provisionedBy } from "./annotation-names.ts";
import { provisionerOf } from "./external-provisioner.ts";
import { externalProvisioner, pvController, pvProtection } from "./finalizer-names.ts";
import { goesUnderRetain } from "./mayastor.ts";
import { migratedPlugins } from "./objects/volume-source.ts";
import { reclaimPolicyOf } from "./objects/volumes.ts";
import { volumeIsBeingUsed } from "./protection.ts";
import { deleterRefuses, findDeletablePlugin } from "./pv-binder/reclaim.ts";

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
  if (goesUnderRetain(volume)) return "destroyed";
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

/**
 * The finalizers that the PV controller wants on a volume, before it looks at anything else.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36,
 * with the gate HonorPVReclaimPolicy, which is on from 1.31.
 *
 * @param migrated the in-tree plugins whose volumes a CSI driver has taken over
 */
export function modifyDeletionFinalizers(
  volume: PersistentVolume,
  migrated: { has(plugin: string): boolean } = migratedPlugins,
): readonly string[] {
  const given = volume.metadata.finalizers ?? [];
  const provisioner = annotationOf(volume, provisionedBy);
  if (provisioner === undefined) return given;
  // The PV controller takes that annotation off where it counts a plugin as not migrated: an alpha gate may be on.
  const isMigrated = migrated.has(provisioner) || (annotationOf(volume, migratedTo) ?? "") !== "";
  if (isMigrated) return without(given, pvController);
  if (!finalizersAreManaged(volume)) return given;
  const ours = without(given, externalProvisioner);
  switch (reclaimPolicyOf(volume)) {
    case "Delete":
      return ours.includes(pvController) ? ours : [...ours, pvController];
    case "Retain":
    case "Recycle":
      return without(ours, pvController);
  }
  return ours;
}

/** The PV controller removes finalizers only from what an in-tree plugin provisioned. The same function. */
export function finalizersAreManaged(volume: PersistentVolume): boolean {
  return annotationOf(volume, provisionedBy)?.startsWith("kubernetes.io/") === true;
}

/**
 * A finalizer cannot be added to a deleted object. Where the PV controller wants one there, each of its syncs fails
 * before the phase is looked at: a Bound volume stays Bound permanently. Policy Retain ends it.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume,
 * staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateNoNewFinalizers, 1.31 to 1.36.
 */
export function finalizerIsRefused(
  volume: PersistentVolume,
  migrated: { has(plugin: string): boolean } = migratedPlugins,
): boolean {
  const given = volume.metadata.finalizers ?? [];
  return (
    isTerminating(volume) &&
    modifyDeletionFinalizers(volume, migrated).some((wanted) => !given.includes(wanted))
  );
}

function without(finalizers: readonly string[], finalizer: string): readonly string[] {
  return finalizers.filter((other) => other !== finalizer);
}
