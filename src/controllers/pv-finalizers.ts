import { annotationOf, isTerminating, type PersistentVolume } from "../model/index.ts";
import { migratedTo, provisionedBy } from "./annotation-names.ts";
import { externalProvisioner, pvController } from "./finalizer-names.ts";
import { reclaimPolicyOf } from "./reclaim-policy.ts";
import { migratedPlugins } from "./volume-source.ts";

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
