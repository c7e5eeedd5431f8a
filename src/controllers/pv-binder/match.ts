import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { isTerminating, labelOf } from "../../kubernetes/index.ts";
import { isEnough, parseQuantity } from "../objects/quantity.ts";
import { storageClassNameOf } from "../objects/storage-class.ts";

/** Could this volume be given to the claim at all, reserved or not? */
function isCandidate(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const taken = volume.spec?.claimRef !== undefined && !isVolumeBoundToClaim(volume, claim);
  return !taken && reservedMismatch(volume, claim) === undefined;
}

/** May an unreserved volume be chosen for the claim? */
function isOpenTo(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const selector = claim.spec?.selector;
  return (
    isCandidate(volume, claim) &&
    volume.status?.phase === "Available" &&
    (selector === undefined || selectorMatches(selector, volume)) &&
    storageClassNameOf(volume) === storageClassNameOf(claim)
  );
}

/**
 * The volumes of which the PV controller binds one to a claim that names none. Volumes with the fewest access modes are
 * tried first; among those with the same modes one that is reserved for the claim wins, else the smallest that will do.
 * Where several are as good, its cache hands them out in no order, and chance decides. With `delayed` binding the
 * scheduler chooses, and only a reserved one is taken here.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/index.go findByClaim and
 * staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume, 1.36.
 */
export function findMatchingVolumes(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  binding: "immediate" | "delayed",
): readonly PersistentVolume[] {
  for (const alike of byAccessModes(volumes)) {
    const reserved = alike.filter(
      (volume) => isCandidate(volume, claim) && isVolumeBoundToClaim(volume, claim),
    );
    if (reserved.length > 0) return reserved;
    if (binding === "delayed") continue;
    const open = alike.filter((volume) => isOpenTo(volume, claim));
    if (open.length > 0) return smallest(open);
  }
  return [];
}

/** Volumes with the same access modes together, those with the fewest first. */
function byAccessModes(volumes: readonly PersistentVolume[]): readonly (readonly PersistentVolume[])[] {
  const groups = new Map<string, PersistentVolume[]>();
  for (const volume of volumes) {
    const key = modesKey(volume);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [volume]);
    else group.push(volume);
  }
  const count = ([first]: readonly PersistentVolume[]) => first?.spec?.accessModes?.length ?? 0;
  return [...groups.values()].sort((a, b) => count(a) - count(b));
}

function smallest(volumes: readonly PersistentVolume[]): readonly PersistentVolume[] {
  const least = sizeOfVolume(volumes.reduce(smaller));
  return volumes.filter((volume) => sizeOfVolume(volume) === least);
}

function smaller(best: PersistentVolume, volume: PersistentVolume): PersistentVolume {
  return sizeOfVolume(best) <= sizeOfVolume(volume) ? best : volume;
}

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

type LabelSelector = NonNullable<NonNullable<PersistentVolumeClaim["spec"]>["selector"]>;
type Requirement = NonNullable<LabelSelector["matchExpressions"]>[number];

/**
 * kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, 1.36.
 * An operator that is not known matches nothing: upstream refuses such a selector.
 */
export function selectorMatches(selector: LabelSelector, object: KubeObject): boolean {
  const equal = Object.entries(selector.matchLabels ?? {});
  return (
    equal.every(([key, value]) => labelOf(object, key) === value) &&
    (selector.matchExpressions ?? []).every((requirement) => requirementHolds(requirement, object))
  );
}

function requirementHolds({ key, operator, values = [] }: Requirement, object: KubeObject): boolean {
  const value = key === undefined ? undefined : labelOf(object, key);
  if (operator === "In") return value !== undefined && values.includes(value);
  if (operator === "NotIn") return value === undefined || !values.includes(value);
  if (operator === "Exists") return value !== undefined;
  return operator === "DoesNotExist" && value === undefined;
}

/** Where this begins to hold in a list in which it holds for all that come after; the length where it never does. */
export function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let begin = 0;
  let end = items.length;
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (holds(items[middle] as T)) end = middle;
    else begin = middle + 1;
  }
  return begin;
}
