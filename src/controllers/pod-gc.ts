import {
  type Action,
  defineController,
  isTerminating,
  type Node,
  nothing,
  type Pod,
  refOf,
} from "../model/index.ts";
import { act, unknown } from "./decision.ts";
import { isNodeReady, isOutOfService } from "./node-state.ts";
import { isPodFinished, isPodScheduled } from "./pod-state.ts";

/** Why PodGC would delete the pod by force, without any proof that its volumes are unmounted. */
export type PodCollected = "out of service" | "node gone" | "never scheduled";

/**
 * kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcTerminating, gcOrphaned, gcUnscheduledTerminating, 1.36.
 * The node of a pod that is not scheduled is not looked at.
 */
export function podCollected(pod: Pod, node: Node | "missing"): PodCollected | undefined {
  if (!isPodScheduled(pod)) return isTerminating(pod) ? "never scheduled" : undefined;
  if (node === "missing") return "node gone";
  return isTerminating(pod) && !isNodeReady(node) && isOutOfService(node) ? "out of service" : undefined;
}

/** The finished pods that go when there are too many: evicted ones first, then the oldest. The same file, gcTerminated. */
export function terminatedPodsCollected(pods: readonly Pod[], threshold: number): readonly Pod[] {
  const finished = pods.filter(
    ({ status }) => !["Pending", "Running", "Unknown"].includes(status?.phase ?? ""),
  );
  if (threshold <= 0 || finished.length <= threshold) return [];
  const inOrder = [...finished].sort(
    (a, b) => evicted(a) - evicted(b) || age(a) - age(b) || compare(a.metadata.name, b.metadata.name),
  );
  return inOrder.slice(0, finished.length - threshold);
}

function evicted({ status }: Pod): 0 | 1 {
  return status?.phase === "Failed" && status.reason === "Evicted" ? 0 : 1;
}

function age({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? "") || 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const podGarbageCollector = defineController({
  name: "pod-garbage-collector",
  on: "v1/pods",
  sources: ["kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gc, 1.36"],
  decide(pod, cluster) {
    if (!isPodScheduled(pod)) return collect(pod, podCollected(pod, "missing"));
    const node = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
    if (node.state === "unread") return unknown(node);
    return collect(pod, podCollected(pod, node.state === "found" ? node.object : "missing"));
  },
});

function collect(pod: Pod, why: PodCollected | undefined) {
  if (why === undefined) return nothing;
  const object = refOf(pod);
  const remove: Action = { do: "delete", object };
  return isPodFinished(pod) ? act(remove) : act({ do: "set-phase", object, phase: "Failed" }, remove);
}
