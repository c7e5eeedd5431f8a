import type { Cluster, Fact, Unread } from "../../../cluster/index.ts";
import { everywhere } from "../../../cluster/index.ts";
import {
  firstWhere,
  leavesClassOpen,
  parseQuantity,
  provisionedBy,
  reclaimPolicyOf,
  reservedMismatch,
  selectorMatches,
  sizeOfVolume,
  storageClassNameOf,
  volumesByClass,
  volumesNaming,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../../../kubernetes/index.ts";
import { nameOf, say } from "../../../kubernetes/index.ts";
import { pairByClaimRef, releaseClaimRef } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import { classPath, whereClassIs } from "./class-missing.ts";
import { misfitWords } from "./named.ts";
import type { PendingHold } from "./reasons.ts";

/** Why no volume is created. A class for manually created volumes names a provisioner that does not exist. */
type Unmade = "no class" | "class missing" | { readonly provisioner: string };

/** A class that exists only as a name, in volumes that no provisioner created, is for manually created volumes. */
export function isClassOfVolumes(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const volumes = volumesOfClass(claim, cluster);
  if ("unread" in volumes) return false;
  return [...volumes.available, ...volumes.taken].some(({ volume }) => provisionedBy(volume) === undefined);
}

function whyUnmade(claim: PersistentVolumeClaim, unmade: Unmade): Phrase {
  switch (unmade) {
    case "no class":
      return leavesClassOpen(claim)
        ? say`the claim has no StorageClass and there is no default one`
        : say`the claim sets no StorageClass ("")${whereClassIs(claim)}, so the default one is not used`;
    case "class missing":
      return say`its StorageClass ${storageClassNameOf(claim)} does not exist, and is only a name that volumes have`;
    default:
      return say`its StorageClass does not create volumes (${unmade.provisioner})`;
  }
}

export function noVolumeFits(claim: PersistentVolumeClaim, cluster: Cluster, unmade: Unmade): PendingHold {
  const volumes = volumesOfClass(claim, cluster);
  if ("unread" in volumes) return couldNotRead(volumes.unread);
  const taken = takenFrom(volumes, claim, parseQuantity(requestOf(claim)) ?? 0n, cluster);
  const { namespace = "", name } = claim.metadata;
  const swap = () =>
    taken === undefined || !canSwap(taken, volumes, cluster)
      ? []
      : [pairByClaimRef(taken, { claim: `${namespace}/${name}` })];
  const former = reservedInClass(claim, cluster).find((volume) => isReservedForFormer(volume, claim));
  const reserved =
    former === undefined
      ? []
      : say`; ${nameOf(former)} is still reserved for a former claim of this name, and a new claim gets it only after that uid is cleared`;
  return {
    reason: "NoVolumeFits",
    holder: { person: "administrator" },
    message: say`${whyUnmade(claim, unmade)}, and no Available volume${selected(claim)} fits${reserved}${nearMisses(claim, volumes, taken)}`,
    evidence: [proof(claim, classPath(claim), storageClassNameOf(claim))],
    ...(former === undefined ? {} : { avoid: keepReserved(former) }),
    remedies: former === undefined ? swap() : [releaseClaimRef(former, { part: "uid" })],
  };
}

function selected({ spec }: PersistentVolumeClaim): Phrase {
  const labels = Object.entries(spec?.selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const isLabelled = labels.length > 0 || (spec?.selector?.matchExpressions ?? []).length > 0;
  if (!isLabelled) return [];
  return labels.length === 0
    ? say` with the labels of its selector`
    : say` with the labels ${labels.join(", ")}`;
}

/** With policy Delete the disk would be deleted, so the volume could not be used again. */
function isReservedForFormer(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { metadata } = claim;
  if (sizeOfVolume(volume) < (parseQuantity(requestOf(claim)) ?? 0n)) return false;
  const { name, namespace, uid } = volume.spec?.claimRef ?? {};
  const isNamed = name === metadata.name && namespace === metadata.namespace;
  return isNamed && (uid ?? "") !== "" && uid !== metadata.uid && reclaimPolicyOf(volume) === "Retain";
}

function keepReserved(volume: PersistentVolume) {
  return {
    step: say`remove the whole claimRef of ${nameOf(volume)}`,
    because: say`any claim that fits, in any namespace, could then be bound to the volume and read the old data`,
  };
}

const requestOf = (claim: PersistentVolumeClaim) => claim.spec?.resources?.requests?.storage ?? "0";

/** The claim that is bound to the manually created volume can use a free one instead. */
function canSwap(taken: PersistentVolume, volumes: ClassVolumes, cluster: Cluster): boolean {
  const { name = "", namespace = "" } = taken.spec?.claimRef ?? {};
  const other = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (provisionedBy(taken) !== undefined || other.state !== "found") return false;
  const { largestFree } = volumes;
  return largestFree !== undefined && largestFree.size >= (parseQuantity(requestOf(other.object)) ?? 0n);
}

/** The free volume that comes nearest, and the one that would have fitted and is taken. */
function nearMisses(
  claim: PersistentVolumeClaim,
  volumes: ClassVolumes,
  taken: PersistentVolume | undefined,
): Phrase {
  const wanted = requestOf(claim);
  const small = smallerThan(volumes, parseQuantity(wanted) ?? 0n);
  const free =
    small === undefined
      ? unfitting(claim, volumes)
      : say`; pv/${small.metadata.name} has only ${small.spec?.capacity?.storage ?? "0"} of the ${wanted} that the claim requests`;
  const { namespace = "", name = "" } = taken?.spec?.claimRef ?? {};
  return taken === undefined
    ? free
    : say`${free}; pv/${taken.metadata.name} would fit, but is taken by ${namespace}/${name}`;
}

/** The largest free volume, where something else than its size is wrong with it. */
function unfitting(claim: PersistentVolumeClaim, { largestFree }: ClassVolumes): Phrase {
  const volume = largestFree?.volume;
  const misfit = volume && reservedMismatch(volume, claim);
  if (volume === undefined || misfit === undefined || misfit === "Terminating") return [];
  const { selector } = claim.spec ?? {};
  if (selector !== undefined && !selectorMatches(selector, volume)) return [];
  return say`; pv/${volume.metadata.name} ${misfitWords(claim, volume, misfit)}`;
}

interface Sized {
  readonly volume: PersistentVolume;
  readonly size: bigint;
}

/**
 * What a claim that no volume fits asks of the volumes of its class: thousands of claims can ask of thousands. Each list
 * has only those that are better than all before them, since the first that is large or small enough is one of these.
 */
interface ClassVolumes {
  readonly taken: readonly Sized[];
  readonly available: readonly Sized[];
  readonly largestFree: Sized | undefined;
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
    let largestFree: Sized | undefined;
    for (const volume of walked.objects) {
      const size = sizeOfVolume(volume);
      const isTaken = volume.spec?.claimRef !== undefined;
      const isAvailable = volume.status?.phase === "Available";
      if (isTaken && size > (taken.at(-1)?.size ?? size - 1n)) taken.push({ volume, size });
      if (isAvailable && !isTaken && size < (available.at(-1)?.size ?? size + 1n))
        available.push({ volume, size });
      if (isAvailable && !isTaken && size > (largestFree?.size ?? size - 1n)) largestFree = { volume, size };
    }
    return { taken, available, largestFree };
  },
};

function volumesOfClass(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): ClassVolumes | { readonly unread: Unread } {
  return cluster.fact(classVolumes, storageClassNameOf(claim));
}

/** The first volume that is large enough, and bound to another claim, if it would do in every other respect too. */
function takenFrom(
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
function smallerThan({ available }: ClassVolumes, size: bigint): PersistentVolume | undefined {
  return available[firstWhere(available, (each) => each.size < size)]?.volume;
}

function isReservedFor(volume: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const claimRef = volume.spec?.claimRef;
  return claimRef?.name === metadata.name && claimRef?.namespace === metadata.namespace;
}

/** The volumes of the claim's class that are reserved for its name. */
function reservedInClass(claim: PersistentVolumeClaim, cluster: Cluster): readonly PersistentVolume[] {
  const listed = volumesNaming(claim, cluster);
  const className = storageClassNameOf(claim);
  return listed.read ? listed.items.filter((volume) => storageClassNameOf(volume) === className) : [];
}
