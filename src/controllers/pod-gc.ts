import type { Node, Pod } from "../kubernetes/index.ts";
import { isTerminating, refOf, words } from "../kubernetes/index.ts";
import type { Action } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, actAfter, unknown } from "./decision.ts";
import { isNodeReady, isOutOfService } from "./objects/node-state.ts";
import { isPodFinished, isPodScheduled } from "./objects/pods.ts";

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
  const actions: readonly [Action, ...Action[]] = isPodFinished(pod)
    ? [remove]
    : [{ do: "set-phase", object, phase: "Failed" }, remove];
  return why === "node gone" ? actAfter(quarantine, ...actions) : act(...actions);
}

/**
 * The pods of a deleted node are collected within this, in seconds: the collector looks every 20 s, waits for 40 s, and looks
 * again. From then on the attach-detach controller counts.
 * kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcCheckPeriod, quarantineTime, 1.36.
 */
export const podsCollectedAfter = 80;

/** It counts in memory. */
const quarantine = words("after about a minute");
