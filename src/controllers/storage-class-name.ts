import {
  annotationOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from "../model/index.ts";
import { betaStorageClass, defaultStorageClass } from "./annotation-names.ts";

/**
 * The class of a claim or a volume, or the empty string; the old annotation comes before the field.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go
 * GetPersistentVolumeClaimClass, GetPersistentVolumeClass, 1.36.
 */
export function storageClassNameOf(object: PersistentVolumeClaim | PersistentVolume): string {
  return annotationOf(object, betaStorageClass) ?? object.spec?.storageClassName ?? "";
}

/**
 * Does the claim leave its class open? Only then is the default class filled in; the empty string says "no class".
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/helpers.go PersistentVolumeClaimHasClass.
 */
export function leavesClassOpen(claim: PersistentVolumeClaim): boolean {
  return annotationOf(claim, betaStorageClass) === undefined && claim.spec?.storageClassName === undefined;
}

/**
 * The newest of the classes that are marked as default, by name among equals.
 * kubernetes/kubernetes pkg/volume/util/storageclass.go GetDefaultClass, 1.36.
 */
export function defaultClassOf(classes: readonly StorageClass[]): StorageClass | undefined {
  const time = (storageClass: StorageClass) => Date.parse(storageClass.metadata.creationTimestamp ?? "") || 0;
  return classes
    .filter((storageClass) => annotationOf(storageClass, defaultStorageClass) === "true")
    .sort((a, b) => time(b) - time(a) || (a.metadata.name < b.metadata.name ? -1 : 1))[0];
}
