import type { PersistentVolume, PersistentVolumeClaim } from "../../model/index.ts";
import { selectorMatches } from "../label-selector.ts";
import { storageClassNameOf } from "../storage-class-name.ts";
import { isVolumeBoundToClaim, modesKey, reservedMismatch, sizeOfVolume } from "./fit.ts";

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
