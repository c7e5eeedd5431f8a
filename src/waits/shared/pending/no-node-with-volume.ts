import {
  type ClaimWorld,
  claimsOfPod,
  findMatchingVolumes,
  nodesOfClass,
  type Placing,
  provisioningOf,
  saysNoVolume,
  storageClassNameOf,
  usableNodes,
  wantedNodes,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  join,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  type Pod,
  refOf,
  type StorageClass,
  say,
  words,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import { saidOf } from "../placing.ts";
import type { SchedulingReason } from "./scheduling-reasons.ts";

type Refused = Extract<Placing, { is: "refused" }>;

/**
 * Where the claim could have a volume, when the scheduler says of nodes that they have none for it: the class makes none,
 * or only in some places. Nothing is known where other claims of the pod may be meant.
 *
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go FindPodVolumes, checkVolumeProvisions,
 * 1.36.
 */
export function noNodeWithVolume(
  claim: PersistentVolumeClaim,
  pod: Pod,
  placing: Refused,
  { storageClass, volumes }: ClaimWorld,
  cluster: Cluster,
): FoundHold<SchedulingReason> | undefined {
  if (storageClass === undefined || !saysNoVolume(placing.message)) return undefined;
  const where =
    provisioningOf(storageClass).reason === "ProvisioningFailed"
      ? ofVolumes(findMatchingVolumes(claim, volumes, "immediate"), cluster)
      : ofClass(storageClass, cluster);
  if (where === undefined) return undefined;
  return {
    reason: "NoNodeWithVolumeForPod",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but no node can both run that pod and have a volume for ${forWhat(claim, pod, cluster)}: ${where}. The scheduler says: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

/** Manually created volumes that the claim could be bound to: those that existed when the scheduler looked. */
function ofVolumes(volumes: readonly PersistentVolume[], cluster: Cluster): Phrase | undefined {
  const tied = volumes.filter((volume) => wantedNodes(volume) !== undefined);
  if (tied.length === 0 || tied.length < volumes.length || !isOverdue(volumes, cluster)) return undefined;
  const shown = tied.slice(0, few).map((volume) => placeOf(volume, cluster));
  const more = tied.length - shown.length;
  return say`its StorageClass creates no volumes, and the volumes that fit it are tied to nodes (${join(shown, "; ")}${more === 0 ? [] : say`; ${more} more`})`;
}

const few = 3;

function placeOf(volume: PersistentVolume, cluster: Cluster): Phrase {
  const where = say`${nameOf(volume)}: ${wantedNodes(volume) ?? ""}`;
  return usableNodes(volume, cluster).nodes === "none" ? say`${where}, which no node has` : where;
}

function ofClass(storageClass: StorageClass, cluster: Cluster): Phrase | undefined {
  const allowed = nodesOfClass(storageClass, cluster);
  if (allowed.nodes === "any") return undefined;
  const where = say`${nameOf(storageClass)} creates volumes only where ${allowed.wanted}`;
  return allowed.nodes === "none" ? say`${where}, and no node matches that` : where;
}

/** Two claims of one pod can want the same volume. */
function forWhat(claim: PersistentVolumeClaim, pod: Pod, cluster: Cluster): Phrase {
  const pods = claimsOfPod(pod, cluster);
  const alike = (pods.read ? pods.claims : []).filter(
    ({ claim: each }) =>
      each !== "missing" &&
      each.status?.phase !== "Bound" &&
      storageClassNameOf(each) === storageClassNameOf(claim),
  );
  return words(alike.length > 1 ? "each of its claims" : "it");
}
