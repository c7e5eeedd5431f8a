import { blocked, stuck, waiting } from "../../../engine/index.ts";

export type SchedulingReason = keyof typeof schedulingReasons;

/** The pages of what keeps a claim Pending that waits for the scheduler. */
export const schedulingReasons = {
  WaitsForFirstPod: waiting("The claim waits for a pod that uses it, which is normal", {
    what: "The StorageClass has volumeBindingMode WaitForFirstConsumer, and no pod uses the claim.",
    why: "The volume will be created where the pod runs.",
    whatToDo:
      "The claim itself needs no action. Start the pod that uses it. A tool that must see the claim bound before it creates the pod never proceeds. Do not switch the class to Immediate: the volume could be created in the wrong zone.",
  }),
  WaitsForScheduling: waiting("The pod that uses the claim is not scheduled yet", {
    what: "The StorageClass binds with the first pod, and the pods that use the claim are not scheduled yet.",
    why: "The scheduler chooses the node first, and has not looked at the pod yet.",
    whatToDo: "Wait a moment, and run `kubectl pvguard why` again.",
  }),
  PodUnschedulable: blocked("The scheduler finds no node for the claim's pod", {
    what: "The StorageClass binds with the first pod. The pod's condition PodScheduled, or an event, says why no node is suitable.",
    why: "There is too little CPU or memory, or taints, affinity, or no volume that a node could use prevent it. The volume is created, or chosen, only when a node is found.",
    whatToDo:
      "Read what the scheduler says, and fix that: the pod's requests, tolerations and affinity, the nodes, or the volumes. `kubectl describe pod NAME -n NAMESPACE` shows it. The claim itself needs no change.",
  }),
  OtherClaimOfPodNotReady: waiting("The claim's pod waits for another of its claims", {
    what: "The StorageClass binds with the first pod. That pod also uses a claim that does not exist, is not bound, is Lost or is being deleted.",
    why: "The scheduler looks for a node only when every claim whose volume is not chosen with the node is ready. Until then it does not choose one for this claim either.",
    whatToDo:
      "This claim itself needs no change. Create the other one if it does not exist. Otherwise look at it: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  NoNodeWithVolumeForPod: blocked("No node can both run the pod and have a volume for the claim", {
    what: "The StorageClass binds with the first pod. The scheduler reports nodes that find no volume to bind, and volumes of the class are available on some nodes only.",
    why: "Manually created volumes are tied to their nodes, or the class has allowedTopologies. The nodes that they name cannot run the pod, or do not exist.",
    whatToDo:
      "Compare where volumes are available with where the pod may run: its nodeSelector, affinity and tolerations, taints, and the free resources of the nodes (`kubectl describe pod NAME -n NAMESPACE`). Let the pod run there, add a volume where it can run, or name a class that creates one there. The claim has no data yet.",
  }),
  StorageCapacityTooSmall: blocked("The driver has no room for the size that the claim requests", {
    what: "The StorageClass binds with the first pod. Its driver publishes how much room it has (CSIStorageCapacity), and the claim requests more than the largest.",
    why: "The scheduler chooses only nodes where the volume can be created, so that the pod is not placed on a full one.",
    whatToDo:
      "Make room where the pod may run: a disk, a node, or whatever the driver's pool is short of. `kubectl get csistoragecapacities -A` shows what is left. Or request less: a Pending claim has no data yet.",
  }),
  StorageCapacityNotPublished: stuck("The driver does not publish where it has room", {
    what: "The StorageClass binds with the first pod. Its CSIDriver says storageCapacity: true, and there is no CSIStorageCapacity for the class that names nodes and a size.",
    why: "Without them the scheduler treats every node as full. The driver's external-provisioner writes them, and only if it runs with --enable-capacity. It may be down, or fail to ask the driver.",
    whatToDo:
      "Check that the driver's controller runs, and read the log of its container csi-provisioner. `kubectl get csistoragecapacities -A` shows what it wrote.",
  }),
  PodSchedulingGated: blocked("The claim's pod has scheduling gates", {
    what: "The StorageClass binds with the first pod. The scheduler does not look at that pod while its spec.schedulingGates is not empty.",
    why: "A queue such as Kueue, or an operator, holds the pod back.",
    whatToDo:
      "Find out who set the gates: `kubectl get pod NAME -n NAMESPACE -o yaml` shows their names. A person must ask that owner before a gate is removed.",
  }),
  SchedulerSilent: stuck("No scheduler looks at the claim's pod", {
    what: "The StorageClass binds with the first pod. For more than five minutes that pod has had no node and no condition PodScheduled.",
    why: "The scheduler that the pod names does not run, or no scheduler has that name.",
    whatToDo:
      "Check that the scheduler in the pod's spec.schedulerName runs (`default-scheduler` is kube-scheduler): `kubectl get pods -n kube-system` shows it, and its log says why.",
  }),
  PodBypassesScheduler: blocked("The pod has a node, but the scheduler did not choose it", {
    what: "A pod that uses the claim has spec.nodeName, but the scheduler never chose a node for the claim.",
    why: "The node was written into the pod directly. With WaitForFirstConsumer the scheduler decides where the volume is created.",
    whatToDo:
      "A person must create the pod again without spec.nodeName: use a nodeSelector or an affinity instead. `kubectl get pod NAME -n NAMESPACE -o yaml` shows it.",
  }),
};
