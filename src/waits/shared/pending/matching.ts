import {
  annotationNames,
  leavesClassOpen,
  nearestName,
  parseQuantity,
  reclaimPolicyOf,
  sizeOfVolume,
  storageClassNameOf,
} from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  everywhere,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  say,
} from "../../../model/index.ts";
import type { PendingHoldReason } from "./reasons.ts";
import {
  type ClassVolumes,
  reservedInClass,
  smallerThan,
  takenFrom,
  volumesOfClass,
} from "./volumes-of-class.ts";

type Held = FoundHold<PendingHoldReason | "CouldNotRead">;

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
        : say`the claim sets no StorageClass (""), so the default one is not used`;
    case "class missing":
      return say`its StorageClass ${storageClassNameOf(claim)} does not exist, and is only a name that volumes have`;
    default:
      return say`its StorageClass does not create volumes (${unmade.provisioner})`;
  }
}

export function noVolumeFits(claim: PersistentVolumeClaim, cluster: Cluster, unmade: Unmade): Held {
  const volumes = volumesOfClass(claim, cluster);
  if ("unread" in volumes) return couldNotRead(volumes.unread);
  const taken = takenFrom(volumes, claim, parseQuantity(requestOf(claim)) ?? 0n, cluster);
  const { namespace = "", name } = claim.metadata;
  const former = reservedInClass(claim, cluster).find((volume) => isReservedForFormer(volume, claim));
  const reserved =
    former === undefined
      ? []
      : say`; ${nameOf(former)} is still reserved for a former claim of this name, and a new claim gets it only after that uid is cleared`;
  return {
    reason: "NoVolumeFits",
    holder: { person: "administrator" },
    message: say`${whyUnmade(claim, unmade)}, and no Available volume${selected(claim)} fits${reserved}${nearMisses(claim, volumes, taken)}`,
    evidence: [proof(claim, "spec.storageClassName", storageClassNameOf(claim))],
    ...(former === undefined ? {} : { avoid: keepReserved(former) }),
    remedies:
      former !== undefined
        ? [remedy("release-claim-ref", former, { part: "uid" })]
        : taken === undefined || !canSwap(taken, volumes, cluster)
          ? []
          : [remedy("pair-by-claim-ref", taken, { claim: `${namespace}/${name}` })],
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

const provisionedBy = (volume: PersistentVolume) => annotationOf(volume, annotationNames.provisionedBy);
const requestOf = (claim: PersistentVolumeClaim) => claim.spec?.resources?.requests?.storage ?? "0";

/** The claim that is bound to the manually created volume can use a free one instead. */
function canSwap(taken: PersistentVolume, volumes: ClassVolumes, cluster: Cluster): boolean {
  const { name = "", namespace = "" } = taken.spec?.claimRef ?? {};
  const other = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (provisionedBy(taken) !== undefined || other.state !== "found") return false;
  const { largestFree } = volumes;
  return largestFree !== undefined && largestFree >= (parseQuantity(requestOf(other.object)) ?? 0n);
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
      ? []
      : say`; pv/${small.metadata.name} has only ${small.spec?.capacity?.storage ?? "0"} of the ${wanted} that the claim requests`;
  const { namespace = "", name = "" } = taken?.spec?.claimRef ?? {};
  return taken === undefined
    ? free
    : say`${free}; pv/${taken.metadata.name} would fit, but is taken by ${namespace}/${name}`;
}

export function storageClassMissing(claim: PersistentVolumeClaim, name: string, cluster: Cluster): Held {
  const classes = cluster.list("storage.k8s.io/v1/storageclasses", everywhere);
  const names = classes.read ? classes.items.map(({ metadata }) => metadata.name) : [];
  const nearest = nearestName(name, names);
  return {
    reason: "StorageClassMissing",
    holder: { missing: { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", name } },
    message: say`its StorageClass ${name} does not exist${nearest === undefined ? say`; once it exists, the claim proceeds without further action` : say`; a class named ${nearest} exists`}`,
    evidence: [proof(claim, "spec.storageClassName", name)],
    remedies: [
      remedy("recreate-claim", claim, {
        change: "Set spec.storageClassName to a class that exists: kubectl get storageclass",
      }),
    ],
  };
}
