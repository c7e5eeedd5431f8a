import { isTerminating, type PersistentVolume, type PersistentVolumeClaim } from "../../model/index.ts";
import { isEnough, parseQuantity } from "../quantity.ts";
import { storageClassNameOf } from "../storage-class-name.ts";

/**
 * Is the volume reserved for this claim, by name at least?
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go IsVolumeBoundToClaim, 1.36.
 */
export function isVolumeBoundToClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const claimRef = volume.spec?.claimRef;
  if (claimRef === undefined) return false;
  const { name, namespace, uid } = claim.metadata;
  if (claimRef.name !== name || claimRef.namespace !== namespace) return false;
  return (claimRef.uid ?? "") === "" || claimRef.uid === uid;
}

/** The same file, CheckVolumeModeMismatches. */
export function volumeModesDiffer(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec?.volumeMode ?? "Filesystem") !== (claim.spec?.volumeMode ?? "Filesystem");
}

/** The same file, CheckAccessModes. */
function offersAccessModes(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return offersModes(volume.spec?.accessModes ?? [], claim);
}

export function offersModes(offered: readonly string[], claim: PersistentVolumeClaim): boolean {
  return (claim.spec?.accessModes ?? []).every((mode) => offered.includes(mode));
}

function isLargeEnough(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return isEnough(volume.spec?.capacity?.storage, claim.spec?.resources?.requests?.storage);
}

export function sizeOfVolume({ spec }: PersistentVolume): bigint {
  return parseQuantity(spec?.capacity?.storage ?? "0") ?? 0n;
}

/** Equal for volumes with the same access modes. */
export function modesKey({ spec }: PersistentVolume): string {
  const modes = [...(spec?.accessModes ?? [])].sort();
  return JSON.stringify([modes.length, modes]);
}

function attributesClassesDiffer(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec?.volumeAttributesClassName ?? "") !== (claim.spec?.volumeAttributesClassName ?? "");
}

/** Why a volume that a claim names, and that is not claimed yet, does not do. */
export type Mismatch = "Terminating" | "size" | "class" | "attributes class" | "volume mode" | "access modes";

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go checkVolumeSatisfyClaim, 1.36.
 * The selector is not looked at.
 */
export function checkVolumeSatisfyClaim(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Mismatch | undefined {
  if (isTerminating(volume)) return "Terminating";
  if (!isLargeEnough(volume, claim)) return "size";
  if (storageClassNameOf(volume) !== storageClassNameOf(claim)) return "class";
  if (attributesClassesDiffer(volume, claim)) return "attributes class";
  if (volumeModesDiffer(volume, claim)) return "volume mode";
  return offersAccessModes(volume, claim) ? undefined : "access modes";
}

/**
 * Why a volume that is reserved for a claim is not bound to it. Neither class nor selector is looked at.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/index.go findByClaim and
 * staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume, 1.36.
 */
export function reservedMismatch(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Exclude<Mismatch, "class"> | undefined {
  if (isTerminating(volume)) return "Terminating";
  if (!isLargeEnough(volume, claim)) return "size";
  if (volumeModesDiffer(volume, claim)) return "volume mode";
  if (attributesClassesDiffer(volume, claim)) return "attributes class";
  return offersAccessModes(volume, claim) ? undefined : "access modes";
}
