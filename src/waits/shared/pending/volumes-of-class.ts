import {
  firstWhere,
  reservedMismatch,
  selectorMatches,
  sizeOfVolume,
  storageClassNameOf,
  volumesByClaim,
  volumesByClass,
} from "../../../controllers/index.ts";
import {
  type Cluster,
  everywhere,
  type Fact,
  keyOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Unread,
} from "../../../model/index.ts";

interface Sized {
  readonly volume: PersistentVolume;
  readonly size: bigint;
}

/**
 * What a claim that no volume fits asks of the volumes of its class: thousands of claims can ask of thousands. Each list
 * has only those that are better than all before them, since the first that is large or small enough is one of these.
 */
export interface ClassVolumes {
  readonly taken: readonly Sized[];
  readonly available: readonly Sized[];
  readonly largestFree: bigint | undefined;
}

/** Key: the name of the class. */
const classVolumes: Fact<ClassVolumes | { readonly unread: Unread }> = {
  name: "class-volumes",
  from: ["v1/persistentvolumes"],
  workOut(name, cluster) {
    const walked = cluster.walkWith(volumesByClass, name, everywhere);
    if (!walked.read) return { unread: walked.unread };
    const taken: Sized[] = [];
    const available: Sized[] = [];
    let largestFree: bigint | undefined;
    for (const volume of walked.objects) {
      const size = sizeOfVolume(volume);
      const isTaken = volume.spec?.claimRef !== undefined;
      const isAvailable = volume.status?.phase === "Available";
      if (isTaken && size > (taken.at(-1)?.size ?? size - 1n)) taken.push({ volume, size });
      if (isAvailable && !isTaken && size < (available.at(-1)?.size ?? size + 1n))
        available.push({ volume, size });
      if (isAvailable && !isTaken && size > (largestFree ?? size - 1n)) largestFree = size;
    }
    return { taken, available, largestFree };
  },
};

export function volumesOfClass(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): ClassVolumes | { readonly unread: Unread } {
  return cluster.fact(classVolumes, storageClassNameOf(claim));
}

/** The first volume that is large enough, and bound to another claim, if it would do in every other respect too. */
export function takenFrom(
  volumes: ClassVolumes,
  claim: PersistentVolumeClaim,
  size: bigint,
  cluster: Cluster,
): PersistentVolume | undefined {
  const first = firstTaken(volumes, claim, size, cluster);
  const selector = claim.spec?.selector;
  if (first === undefined || reservedMismatch(first, claim) !== undefined) return undefined;
  return selector === undefined || selectorMatches(selector, first) ? first : undefined;
}

function firstTaken(
  { taken }: ClassVolumes,
  claim: PersistentVolumeClaim,
  size: bigint,
  cluster: Cluster,
): PersistentVolume | undefined {
  const first = taken[firstWhere(taken, (each) => each.size >= size)]?.volume;
  if (first === undefined || !isReservedFor(first, claim)) return first;
  const walked = cluster.walkWith(volumesByClass, storageClassNameOf(claim), everywhere);
  for (const volume of walked.read ? walked.objects : []) {
    const isTaken = volume.spec?.claimRef !== undefined && !isReservedFor(volume, claim);
    if (isTaken && sizeOfVolume(volume) >= size) return volume;
  }
  return undefined;
}

/** The first Available volume that is smaller, and not reserved for any claim. */
export function smallerThan({ available }: ClassVolumes, size: bigint): PersistentVolume | undefined {
  return available[firstWhere(available, (each) => each.size < size)]?.volume;
}

function isReservedFor(volume: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const claimRef = volume.spec?.claimRef;
  return claimRef?.name === metadata.name && claimRef?.namespace === metadata.namespace;
}

/** The volumes of the claim's class that are reserved for its name. */
export function reservedInClass(claim: PersistentVolumeClaim, cluster: Cluster): readonly PersistentVolume[] {
  const { name, namespace = "" } = claim.metadata;
  const listed = cluster.lookup(volumesByClaim, keyOf(namespace, name), everywhere);
  const className = storageClassNameOf(claim);
  return listed.read ? listed.items.filter((volume) => storageClassNameOf(volume) === className) : [];
}
