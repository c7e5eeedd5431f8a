import type { ReasonPage } from "../../../engine/index.ts";

export type SchedulingReason =
  | "WaitsForFirstPod"
  | "WaitsForScheduling"
  | "PodUnschedulable"
  | "PodSchedulingGated"
  | "SchedulerSilent"
  | "PodBypassesScheduler";

/** The pages of what keeps a claim Pending that waits for the scheduler. */
export const schedulingReasons: { readonly [K in SchedulingReason]: ReasonPage } = {
  WaitsForFirstPod: {
    title: "Normal: the claim waits for a pod that uses it",
    category: "waiting",
    what: "The StorageClass has volumeBindingMode WaitForFirstConsumer, and no pod uses the claim.",
    why: "The volume is to be made where the pod runs.",
    whatToDo:
      "Nobody must act on the claim. Start the pod that uses it. A tool that waits for the claim before it makes the pod waits for ever. Do not switch the class to Immediate: the volume could land in the wrong zone.",
  },
  WaitsForScheduling: {
    title: "The claim waits until its pod is scheduled",
    category: "waiting",
    what: "The StorageClass binds with the first pod, and the pods that use the claim are not scheduled yet.",
    why: "The scheduler chooses the node first, and has not looked at the pod yet.",
    whatToDo: "Wait a moment, and ask again.",
  },
  PodUnschedulable: {
    title: "The scheduler finds no node for the pod of the claim",
    category: "blocked",
    what: "The StorageClass binds with the first pod, and the pod's condition PodScheduled, or an event, says why no node does.",
    why: "Too little CPU or memory, taints, affinity, or no volume that a node could use. The volume is made, or chosen, only when a node is found.",
    whatToDo:
      "Read what the scheduler says, and mend that: the pod's requests, tolerations and affinity, the nodes, or the volumes. `kubectl describe pod NAME -n NAMESPACE` shows it. Nothing need be done to the claim.",
  },
  PodSchedulingGated: {
    title: "The pod of the claim has scheduling gates",
    category: "blocked",
    what: "The StorageClass binds with the first pod, and the scheduler does not look at that pod while spec.schedulingGates holds anything.",
    why: "A queue such as Kueue, or an operator, holds the pod back.",
    whatToDo:
      "Find out who set the gates: `kubectl get pod NAME -n NAMESPACE -o yaml` shows their names. A person must ask that owner before a gate is removed.",
  },
  SchedulerSilent: {
    title: "No scheduler looks at the pod of the claim",
    category: "stuck",
    what: "The StorageClass binds with the first pod, that pod has no node and no condition PodScheduled, and has been so for more than five minutes.",
    why: "The scheduler that the pod names does not run, or there is none of that name.",
    whatToDo:
      "See that the scheduler runs that spec.schedulerName of the pod names (`default-scheduler` is kube-scheduler): `kubectl get pods -n kube-system` shows it, and its log says why.",
  },
  PodBypassesScheduler: {
    title: "The pod has a node without having been scheduled",
    category: "blocked",
    what: "A pod that uses the claim has spec.nodeName, but the scheduler never chose a node for the claim.",
    why: "The node was written into the pod directly. With WaitForFirstConsumer it is the scheduler that says where the volume is made.",
    whatToDo:
      "A person must make the pod again without spec.nodeName: use a nodeSelector or an affinity in its place. `kubectl get pod NAME -n NAMESPACE -o yaml` shows it.",
  },
};
