import { forcedDetachAfter, nodeNamed, readyChangedAt } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { blocked, stuck, waiting } from "../../../define/index.ts";
import type { Node, Phrase, Pod } from "../../../kubernetes/index.ts";
import { annotationOf, instant, nameOf, say, secondsSince, words } from "../../../kubernetes/index.ts";
import { forceDeletePod, proveNodeOff, taintOutOfService } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";

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
    evidence: [proof(pod, "spec.nodeName", node), proof(nodeNamed(node), "metadata.name", null)],
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
      proveNodeOff(ref),
      ...(isNew ? [] : [taintOutOfService(ref), forceDeletePod(pod, { basis: "node-off" })]),
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

type TeardownReason = keyof typeof teardownReasons;

export const teardownReasons = {
  PodEnding: waiting("The pod is shutting down normally", {
    what: "The pod is within its grace period, or ended less than two minutes ago.",
    why: "The kubelet stops the containers and unmounts the volumes before the pod object is deleted.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in two minutes.",
  }),
  PodNodeGone: waiting("The pod's node no longer exists", {
    what: "The pod is being deleted, and the Node in its spec.nodeName does not exist.",
    why: "The pod garbage collector removes pods of a missing node after about a minute, without proof that the volumes are unmounted.",
    whatToDo:
      "No action is needed. If the pod still exists in five minutes, an administrator must check that kube-controller-manager runs.",
  }),
  PodNodeNotReady: blocked("The pod is on a node that is not Ready", {
    what: "The pod is being deleted, and the kubelet of its node does not report.",
    why: "Only the kubelet can confirm that the containers have ended and the volumes are unmounted. NotReady does not mean off: if only the kubelet or the network has failed, the containers still run and write.",
    whatToDo:
      "Bring the node back. If its machine is permanently off, a person must confirm that. Then run `kubectl taint node NAME node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`.",
  }),
  PodOutOfService: waiting("The node is out of service, and the pod will be removed", {
    what: "The node is not Ready and has the taint node.kubernetes.io/out-of-service.",
    why: "The pod garbage collector removes deleted pods from out-of-service nodes every 20 seconds.",
    whatToDo:
      "No action is needed now. Remove the taint when the machine is back: `kubectl taint node NAME node.kubernetes.io/out-of-service-`.",
  }),
  NodePluginMissing: blocked("The driver of the pod's volume does not run on its node", {
    what: "The CSINode of the pod's node does not list the driver of a volume that the pod uses.",
    why: "The kubelet unmounts through the driver's node plugin. Without it the pod cannot finish.",
    whatToDo:
      "Get the driver's node plugin, usually a DaemonSet, to run on that node: `kubectl get csinode NAME -o yaml`. The pod then finishes without further action.",
  }),
  NfsUnmountHangs: blocked("The kubelet waits for an NFS server", {
    what: "The pod is being deleted on a node that is Ready, and uses a volume on NFS.",
    why: "A hard NFS mount cannot be unmounted while its server does not answer. That is the usual cause; the API does not show it.",
    whatToDo:
      "A person must bring the NFS server back at the same address: the unmount then finishes without further action. Only if the server will never return, unmount by force on the node.",
  }),
  NodeBackAfterDeletion: stuck("The node came back after the pod was deleted", {
    what: "The node became Ready after the pod's deletion, and the pod still exists.",
    why: "After a reboot the kubelet has to find the volumes of pods that it has never started, and sometimes fails to.",
    whatToDo:
      "A person must confirm that the machine was rebooted: compare `kubectl get node NAME -o yaml` (bootID) and the machine's uptime with the time of the deletion. Restart the kubelet first.",
  }),
  PodNeverStarted: stuck("The pod never started, and the kubelet cannot finish it either", {
    what: "The pod is being deleted, is still Pending, and none of its containers ever ran.",
    why: "Its volume was never mounted properly, and the kubelet cannot clean up a mount that does not exist.",
    whatToDo:
      "Read the events: `kubectl describe pod NAME -n NAMESPACE`. A person must clean up the pod's directory on the node afterwards.",
  }),
  UnmountFails: blocked("The kubelet cannot unmount a volume of the pod", {
    what: "An event of the pod quotes the error with which the kubelet or the driver fails to unmount.",
    why: "The kubelet keeps retrying. The pod object is deleted only after it succeeds.",
    whatToDo: "A person must fix what the event names: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  PodNotEnded: blocked("The container runtime cannot end the pod", {
    what: "An event of the pod quotes the error with which the container runtime fails to stop a container or the pod's sandbox.",
    why: "The kubelet keeps retrying, and unmounts the volumes of the pod only after its containers have ended. The storage is usually not the cause.",
    whatToDo:
      "A person must fix what the event names, such as the network plugin or the container runtime of the node: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  PodTeardownStuck: stuck("The kubelet does not finish the pod, and no event says why", {
    what: "The pod's grace period ended minutes ago on a node that is Ready, and the pod object still exists.",
    why: "A container does not end, or a volume is not unmounted. Events are kept for an hour only, and some unmount errors are only in the kubelet's log.",
    whatToDo:
      "A person must read the kubelet's log on the node: `kubectl describe node NAME` says where it runs.",
  }),
};
