import type { Cluster, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { CSIStorageCapacity, Pod, StorageClass } from "../kubernetes/index.ts";
import { annotationOf, isTerminating } from "../kubernetes/index.ts";
import { bindCompleted } from "./annotation-names.ts";
import { defineController, nothing } from "./controller.ts";
import { unknown, wait } from "./decision.ts";
import { capacitiesByClass } from "./indexes/index.ts";
import type { PodClaim } from "./objects/pods.ts";
import { claimsOfPod, isPodFinished, isPodScheduled, volumeIsForPod } from "./objects/pods.ts";
import { parseQuantity } from "./objects/quantity.ts";
import { claimNamed } from "./objects/refs.ts";
import { storageClassNameOf } from "./objects/storage-class.ts";

/** What a pod names that asks for none: kubernetes/api core/v1/types.go `DefaultSchedulerName`, v0.36. */
export const defaultScheduler = "default-scheduler";

export const scheduler = defineController({
  name: defaultScheduler,
  on: "v1/pods",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter, 1.36",
  ],
  decide(pod, cluster) {
    if (isPodScheduled(pod) || isTerminating(pod) || isPodFinished(pod)) return nothing;
    const read = obstacleOf(pod, cluster);
    if (!read.read) return unknown(read);
    if (read.first === undefined) return nothing;
    return wait(claimNamed(pod.metadata.namespace ?? "", read.first.of.name));
  },
});

type PodObstacle =
  | { readonly read: true; readonly first: ObstacleOfPod | undefined }
  | { readonly read: false; readonly unread: Unread };

/** The first of the pod's claims that keeps it from being scheduled to any node, and why. */
export function obstacleOf(pod: Pod, cluster: Cluster): PodObstacle {
  const pods = claimsOfPod(pod, cluster);
  if (!pods.read) return pods;
  const claims: ClaimOfPod[] = [];
  for (const claim of pods.claims) {
    const storageClass = classOf(claim, cluster);
    if (typeof storageClass === "object" && "unread" in storageClass)
      return { read: false, unread: storageClass.unread };
    claims.push({ ...claim, storageClass });
  }
  return { read: true, first: firstObstacle(pod, claims) };
}

function classOf(
  { claim }: PodClaim,
  cluster: Cluster,
): StorageClass | "missing" | { readonly unread: Unread } {
  const name = claim === "missing" ? "" : storageClassNameOf(claim);
  if (name === "") return "missing";
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state === "unread") return { unread: found.unread };
  return found.state === "found" ? found.object : "missing";
}

/** Why a claim keeps a pod from being scheduled anywhere. */
type ClaimObstacle =
  | "missing"
  | "ephemeral claim missing"
  | "Lost"
  | "Terminating"
  | "foreign ephemeral claim"
  | "unbound";

export interface ClaimOfPod extends PodClaim {
  readonly storageClass: StorageClass | "missing";
}

interface ObstacleOfPod {
  readonly obstacle: ClaimObstacle;
  readonly of: ClaimOfPod;
}

/**
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go podHasPVCs, 1.36: these make a
 * pod unschedulable and unresolvable.
 */
function claimObstacle(pod: Pod, { by, claim }: PodClaim): ClaimObstacle | undefined {
  if (claim === "missing") return by === "ephemeral" ? "ephemeral claim missing" : "missing";
  if (claim.status?.phase === "Lost") return "Lost";
  if (isTerminating(claim)) return "Terminating";
  return by === "ephemeral" && !volumeIsForPod(pod, claim) ? "foreign ephemeral claim" : undefined;
}

/**
 * Must the claim be bound before the pod can be scheduled, and is not? A claim that names a volume counts as immediate.
 * The same folder, binder.go GetPodVolumeClaims, isPVCFullyBound.
 */
function isUnboundImmediate({ claim, storageClass }: ClaimOfPod): boolean {
  if (claim === "missing") return false;
  const named = (claim.spec?.volumeName ?? "") !== "";
  if (named && annotationOf(claim, bindCompleted) !== undefined) return false;
  const delays = storageClass !== "missing" && storageClass.volumeBindingMode === "WaitForFirstConsumer";
  return named || !delays;
}

/** The first obstacle, in the order in which the scheduler meets them. The same folder, PreFilter. */
export function firstObstacle(pod: Pod, claims: readonly ClaimOfPod[]): ObstacleOfPod | undefined {
  for (const of of claims) {
    const obstacle = claimObstacle(pod, of);
    if (obstacle !== undefined) return { obstacle, of };
  }
  const unbound = claims.find(isUnboundImmediate);
  return unbound === undefined ? undefined : { obstacle: "unbound", of: unbound };
}

/** A place of which a driver says how large a volume can be made there. */
export interface Room {
  readonly capacity: CSIStorageCapacity;
  /** As the driver wrote it. */
  readonly largest: string;
  /** To be compared with what parseQuantity makes of a request. */
  readonly size: bigint;
}

type Rooms =
  /** The largest first. */
  | { readonly read: true; readonly rooms: readonly Room[] }
  | { readonly read: false; readonly unread: Unread };

/**
 * Where volumes of a class can be made, as the scheduler reads it: the largest volume where the driver says so, else all
 * that is left. Without one of the two, or without nodes, a place has no room.
 *
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go hasEnoughCapacity, volumeLimit,
 * nodeHasAccess, 1.36.
 */
export function roomsOfClass(name: string, cluster: Cluster): Rooms {
  const capacities = cluster.lookup(capacitiesByClass, name, everywhere);
  if (!capacities.read) return capacities;
  const rooms = capacities.items.flatMap((capacity): readonly Room[] => {
    const largest = capacity.maximumVolumeSize ?? capacity.capacity;
    const size = parseQuantity(largest ?? "");
    if (largest === undefined || size === undefined || capacity.nodeTopology === undefined) return [];
    return [{ capacity, largest, size }];
  });
  return { read: true, rooms: [...rooms].sort((a, b) => (a.size === b.size ? 0 : a.size > b.size ? -1 : 1)) };
}
