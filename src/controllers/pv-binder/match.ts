import { isTerminating, type PersistentVolume, type PersistentVolumeClaim } from "../../model/index.ts";
import { selectorMatches } from "../label-selector.ts";
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

function offersAccessModes(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const offered = volume.spec?.accessModes ?? [];
  return (claim.spec?.accessModes ?? []).every((mode) => offered.includes(mode));
}

function isLargeEnough(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return isEnough(volume.spec?.capacity?.storage, claim.spec?.resources?.requests?.storage);
}

function attributesClassesDiffer(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec?.volumeAttributesClassName ?? "") !== (claim.spec?.volumeAttributesClassName ?? "");
}

/** Why a volume that a claim names, and that nobody has claimed, does not do. */
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

/** Could this volume be given to the claim at all, reserved or not? */
function isCandidate(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const taken = volume.spec?.claimRef !== undefined && !isVolumeBoundToClaim(volume, claim);
  return (
    !taken &&
    !isTerminating(volume) &&
    isLargeEnough(volume, claim) &&
    !volumeModesDiffer(volume, claim) &&
    offersAccessModes(volume, claim)
  );
}

/** May an unreserved volume be chosen for the claim? */
export function isOpenTo(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const selector = claim.spec?.selector;
  return (
    isCandidate(volume, claim) &&
    volume.status?.phase === "Available" &&
    (selector === undefined || selectorMatches(selector, volume)) &&
    storageClassNameOf(volume) === storageClassNameOf(claim) &&
    !attributesClassesDiffer(volume, claim)
  );
}

/**
 * The volume that the PV controller binds to a claim that names none: one that is reserved for it, else the smallest
 * that will do. With `delayed` binding the scheduler chooses, and only a reserved one is taken here.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume and
 * pkg/controller/volume/persistentvolume/index.go findByClaim, 1.36.
 */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  binding: "immediate" | "delayed",
): PersistentVolume | undefined {
  const reserved = volumes.find(
    (volume) => isCandidate(volume, claim) && isVolumeBoundToClaim(volume, claim),
  );
  if (reserved !== undefined || binding === "delayed") return reserved;
  return volumes.filter((volume) => isOpenTo(volume, claim)).reduce(smaller, undefined);
}

function smaller(best: PersistentVolume | undefined, volume: PersistentVolume): PersistentVolume {
  return best !== undefined && size(best) <= size(volume) ? best : volume;
}

function size(volume: PersistentVolume): bigint {
  return parseQuantity(volume.spec?.capacity?.storage ?? "0") ?? 0n;
}
