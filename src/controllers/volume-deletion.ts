import type { Cluster } from "../cluster/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, instant, isTerminating } from "../kubernetes/index.ts";
import { migratedTo, provisionedBy } from "./annotation-names.ts";
import { provisionerOf } from "./external-provisioner.ts";
import { externalProvisioner, pvController, pvProtection } from "./finalizer-names.ts";
import { attachmentsNaming } from "./indexes/index.ts";
import { provisionerPresence } from "./objects/driver-presence.ts";
import { migratedPlugins, reclaimPolicyOf } from "./objects/volume-source.ts";
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
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
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

/** Who takes a finalizer that guards the deletion of the disk off a volume, once its policy is Retain. */
export interface RetainDrop {
  readonly finalizer: string;
  readonly by: DroppedBy;
}

export type DroppedBy =
  | { readonly who: "pv-controller" }
  | { readonly who: "provisioner"; readonly name: string }
  /** It would be this driver's provisioner, and there is no trace of the driver. */
  | { readonly who: "absent"; readonly name: string }
  | { readonly who: "nobody" };

/**
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36.
 */
export function dropsUnderRetain(volume: PersistentVolume, cluster: Cluster): readonly RetainDrop[] {
  return [
    ...(hasFinalizer(volume, externalProvisioner)
      ? [{ finalizer: externalProvisioner, by: dropsExternal(volume, cluster) }]
      : []),
    ...(hasFinalizer(volume, pvController) ? [{ finalizer: pvController, by: dropsInTree(volume) }] : []),
  ];
}

function dropsExternal(volume: PersistentVolume, cluster: Cluster): DroppedBy {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined) {
    return { who: finalizersAreManaged(volume) ? "pv-controller" : "nobody" };
  }
  const { name } = provisioner;
  return { who: provisionerPresence(volume, cluster).presence === "absent" ? "absent" : "provisioner", name };
}

function dropsInTree(volume: PersistentVolume): DroppedBy {
  const retained = { ...volume, spec: { ...volume.spec, persistentVolumeReclaimPolicy: "Retain" } };
  return { who: modifyDeletionFinalizers(retained).includes(pvController) ? "nobody" : "pv-controller" };
}
