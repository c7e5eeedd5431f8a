import type { Cluster, Unread } from "../../cluster/index.ts";
import type { Pod } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import { lastFailure } from "../last-failure.ts";

/** How far the scheduler is with a pod that has no node. */
export type Placing =
  | { readonly is: "refused"; readonly message: string; readonly saidBy: "condition" | "event" }
  | { readonly is: "gated"; readonly message: string }
  /** It has said nothing, or what it said has been deleted. */
  | { readonly is: "silent" }
  | { readonly is: "unread"; readonly unread: Unread };

/**
 * What the pod's condition PodScheduled says; where it has none, its newest event FailedScheduling.
 *
 * kubernetes/kubernetes pkg/scheduler/schedule_one.go handleSchedulingFailure (Unschedulable, SchedulerError) and
 * pkg/registry/core/pod/strategy.go applySchedulingGatedCondition, 1.36.
 */
export function placingOf(pod: Pod, cluster: Cluster): Placing {
  const condition = pod.status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (condition?.status === "False") {
    const { reason = "", message = reason } = condition;
    return reason === "SchedulingGated"
      ? { is: "gated", message }
      : { is: "refused", message, saidBy: "condition" };
  }
  const failure = lastFailure(pod, "schedule", cluster);
  if (failure.is === "unread") return failure;
  return failure.told === undefined
    ? { is: "silent" }
    : { is: "refused", message: failure.told.message, saidBy: "event" };
}

/** What the scheduler said: a condition holds until it says something else, an event only tells of a moment. */
export function saidOf(pod: Pod, placing: Extract<Placing, { is: "refused" | "gated" }>): Evidence {
  return placing.is === "refused" && placing.saidBy === "event"
    ? hint(pod, "event", placing.message)
    : proof(pod, "status.conditions[PodScheduled].message", placing.message);
}
