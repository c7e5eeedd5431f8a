import { annotationOf, isTerminating, type Pod, type StorageClass } from "../../model/index.ts";
import { bindCompleted } from "../annotation-names.ts";
import type { PodClaim } from "../claims-of-pod.ts";
import { volumeIsForPod } from "../pod-state.ts";

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

export interface ObstacleOfPod {
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
