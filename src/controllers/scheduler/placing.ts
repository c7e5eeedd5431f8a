import { type Cluster, type Pod, refOf, type Unread } from "../../model/index.ts";
import { latestEvent } from "../latest-event.ts";

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
  const event = latestEvent(refOf(pod), ["FailedScheduling"], cluster);
  switch (event.state) {
    case "unread":
      return { is: "unread", unread: event.unread };
    case "absent":
      return { is: "silent" };
    case "found":
      return { is: "refused", message: event.object.message ?? "", saidBy: "event" };
  }
}
