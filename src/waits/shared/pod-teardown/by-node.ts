import { forcedDetachAfter, nodeNamed, readyChangedAt } from "../../../controllers/index.ts";
import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  annotationOf,
  instant,
  type Node,
  type Phrase,
  type Pod,
  proof,
  say,
  secondsSince,
  words,
} from "../../../model/index.ts";
import type { TeardownReason } from "./reasons.ts";

export type TeardownHold = FoundHold<TeardownReason | "CouldNotRead">;

export function ending(pod: Pod, now: number): TeardownHold {
  const end = pod.metadata.deletionTimestamp;
  const ends = words((instant(end) ?? now) < now ? "ended" : "ends");
  return {
    reason: "PodEnding",
    holder: { controller: "kubelet" },
    message: say`the kubelet is stopping ${nameOf(pod)} and unmounting its volumes; its grace period ${ends} at ${end ?? "?"}`,
    evidence: [proof(pod, "metadata.deletionTimestamp", pod.metadata.deletionTimestamp)],
  };
}

export function nodeGone(pod: Pod): TeardownHold {
  const node = pod.spec?.nodeName ?? "?";
  return {
    reason: "PodNodeGone",
    holder: { controller: "pod-garbage-collector" },
    message: say`node/${node} no longer exists: the pod garbage collector removes ${nameOf(pod)} about a minute after that`,
    evidence: [proof(pod, "spec.nodeName", node)],
    avoid: {
      step: say`treat the missing Node as a machine that is off`,
      because: say`it may only be deregistered, with the containers still running and writing`,
    },
  };
}

export function outOfService(pod: Pod, node: Node): TeardownHold {
  return {
    reason: "PodOutOfService",
    holder: { controller: "pod-garbage-collector" },
    message: say`node/${node.metadata.name} is marked out of service: the pod garbage collector will remove ${nameOf(pod)} in a moment`,
    evidence: [
      proof(node, "spec.taints", "node.kubernetes.io/out-of-service"),
      proof(pod, "spec.nodeName", node.metadata.name),
    ],
  };
}

/** A node that stopped reporting a short time ago usually comes back. */
export function nodeNotReady(pod: Pod, node: Node, now: number): TeardownHold {
  const since = readyChangedAt(node);
  const seconds = secondsSince(since, now);
  const isNew = seconds !== undefined && seconds < forcedDetachAfter;
  const ref = nodeNamed(node.metadata.name);
  return {
    reason: "PodNodeNotReady",
    category: isNew ? "waiting" : "blocked",
    holder: { object: ref },
    isRoot: true,
    message: say`node/${node.metadata.name} has not been Ready since ${since ?? "an unknown time"}, so it is unknown whether ${nameOf(pod)} has stopped; not Ready does not mean off${machineWords(node)}`,
    evidence: [
      proof(node, "status.conditions[Ready].lastTransitionTime", since),
      proof(pod, "spec.nodeName", pod.spec?.nodeName),
    ],
    remedies: [
      // No controller removes the pod from a node that does not come back.
      remedy("prove-node-off", ref),
      ...(isNew
        ? []
        : [remedy("taint-out-of-service", ref), remedy("force-delete-pod", pod, { basis: "node-off" })]),
    ],
    avoid: {
      step: say`delete the pod by force, or its VolumeAttachment, while the machine may still run`,
      because: say`its containers would keep writing while another node mounts the same volume, which damages the data`,
    },
  };
}

/** kubernetes-sigs/cluster-api waits for the volumes of a machine's node before it deletes the machine. */
function machineWords(node: Node): Phrase {
  const machine = annotationOf(node, "cluster.x-k8s.io/machine");
  return machine === undefined ? [] : say`; Machine/${machine} of Cluster API waits for its volumes too`;
}
