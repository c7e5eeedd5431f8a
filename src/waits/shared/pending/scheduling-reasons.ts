import type { ReasonPage } from "../../../engine/index.ts";

export type SchedulingReason =
  | "WaitsForFirstPod"
  | "WaitsForScheduling"
  | "PodUnschedulable"
  | "OtherClaimOfPodNotReady"
  | "NoNodeWithVolumeForPod"
  | "StorageCapacityTooSmall"
  | "StorageCapacityNotPublished"
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
  OtherClaimOfPodNotReady: {
    title: "The pod of the claim waits for another of its claims",
    category: "waiting",
    what: "The StorageClass binds with the first pod, and that pod also uses a claim that does not exist, is not bound, is Lost or is being deleted.",
    why: "The scheduler looks for a node only when every claim whose volume is not chosen with the node is ready. Until then it leaves this one alone too.",
    whatToDo:
      "Nothing need be done to this claim. Make the other one if it does not exist; otherwise look at it: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  NoNodeWithVolumeForPod: {
    title: "No node can both run the pod and have a volume for the claim",
    category: "blocked",
    what: "The StorageClass binds with the first pod. The scheduler says of nodes that they find no volume to bind, and volumes of the class can be had on some nodes only.",
    why: "Volumes that are made by hand are tied to their nodes, or the class has allowedTopologies; and the nodes that they name cannot run the pod, or are not there.",
    whatToDo:
      "Compare where volumes can be had with where the pod may run: its nodeSelector, affinity and tolerations, taints, and what the nodes have free (`kubectl describe pod NAME -n NAMESPACE`). Let the pod run there, add a volume where it can run, or name a class that makes one there. The claim has no data yet.",
  },
  StorageCapacityTooSmall: {
    title: "The driver has nowhere room for what the claim asks for",
    category: "blocked",
    what: "The StorageClass binds with the first pod. Its driver publishes how much room it has (CSIStorageCapacity), and the claim asks for more than the largest.",
    why: "The scheduler takes only nodes where the volume can be made, so that the pod does not land on a full one.",
    whatToDo:
      "Make room where the pod may run: a disk, a node, or whatever the driver's pool is short of. `kubectl get csistoragecapacities -A` shows what is left. Or ask for less: a Pending claim has no data yet.",
  },
  StorageCapacityNotPublished: {
    title: "The driver does not say where it has room",
    category: "stuck",
    what: "The StorageClass binds with the first pod. Its CSIDriver says storageCapacity: true, and there is no CSIStorageCapacity for the class that names nodes and a size.",
    why: "Without them the scheduler takes every node for full. The driver's external-provisioner writes them, and only if it runs with --enable-capacity; it may be down, or fail to ask the driver.",
    whatToDo:
      "See that the driver's controller runs, and read the log of its container csi-provisioner. `kubectl get csistoragecapacities -A` shows what it wrote.",
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
