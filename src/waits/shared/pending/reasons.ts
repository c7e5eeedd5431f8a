import type { FoundHold } from "../../../define/index.ts";
import { blocked, stuck, waiting } from "../../../define/index.ts";
import { populatorReasons } from "./populator-reasons.ts";

export type SchedulingReason = keyof typeof schedulingReasons;

const schedulingReasons = {
  NoPodWillUseClaim: blocked("The claim waits for a pod, and no workload will create one", {
    what: "The StorageClass has volumeBindingMode WaitForFirstConsumer, no pod uses the claim, and each workload that names it has no replicas, is suspended or has finished. Or no workload names it.",
    why: "The volume is only created when a pod that uses the claim is scheduled. Nothing in the cluster will create that pod without action.",
    whatToDo:
      "Start the workload (`kubectl scale`, or set suspend to false), or create the pod. If the claim is left over, its owner can delete it: it has no data yet.",
  }),
  WaitsForFirstPod: waiting("The claim waits for a pod that uses it, which is normal", {
    what: "The StorageClass has volumeBindingMode WaitForFirstConsumer, and no pod uses the claim.",
    why: "The volume will be created where the pod runs.",
    whatToDo:
      "The claim itself needs no action: its volume is created as soon as a pod that uses it is scheduled. If no pod comes by itself, a person must start one. A tool that must see the claim bound before it creates the pod never proceeds.",
    isAdvised: true,
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
  NoOtherNodeAfterFailure: blocked("The driver failed on the chosen node, and no other node is left", {
    what: "The provisioner could not create the volume on the node that was chosen for the claim, and took that node off it. The scheduler now finds no node for the pod.",
    why: "The driver's error says why, most often too little room on that node. What the scheduler says tells why the other nodes do not count.",
    whatToDo: "Remove the driver's error on that node, or free another node: `kubectl get nodes`.",
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
      "Make room where the pod may run: a disk, a node, or whatever the driver's pool is short of. `kubectl get csistoragecapacities -A` shows what is left, as the driver publishes it: some drivers do not count the room inside a thin pool. Or request less: a Pending claim has no data yet.",
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

export type PendingHoldReason = keyof typeof pendingReasons;
export type PendingHold = FoundHold<PendingHoldReason | "CouldNotRead">;

/** The pages of every reason why a claim is Pending. */
export const pendingReasons = {
  ...schedulingReasons,
  AboutToBind: waiting("A volume fits, and the claim will be bound to it next", {
    what: "A volume that fits the claim exists, and the PV controller binds them at its next sync.",
    why: "Controllers need a moment.",
    whatToDo:
      "No action is needed. If it remains so for minutes, a person must check that kube-controller-manager runs.",
  }),
  BindingOverdue: stuck("A volume fits, but the PV controller does not bind it", {
    what: "A volume that fits the claim exists, neither has changed for more than five minutes, and the claim is still Pending.",
    why: "The PV controller looks at every claim every 15 seconds. It does not run, it cannot write (permissions, a webhook), or something that pvguard does not see prevents it.",
    whatToDo:
      "Check that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml` shows when it last renewed its lease. Then look for the claim's name in its log. If the claim or the volume was changed a moment ago, wait a minute and look again.",
  }),
  NamedVolumeMissing: blocked("The claim names a volume that does not exist", {
    what: "The field spec.volumeName names a PersistentVolume that does not exist. Kubernetes waits for it without an event.",
    why: "The volume was deleted, was never created, or the claim was restored without it.",
    whatToDo:
      "A person must create the volume, or create the claim again without spec.volumeName: `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the steps.",
  }),
  NamedVolumeTerminating: blocked("The volume that the claim names is being deleted", {
    what: "The claim names a volume that has a deletionTimestamp. A volume that is being deleted is not bound to a new claim.",
    why: "The volume of an earlier installation is still held by something.",
    whatToDo:
      "Look at what holds the volume: `kubectl pvguard why pv/NAME`. Or use another volume name. Do not remove its finalizers to free the name.",
  }),
  NamedVolumeReserved: blocked("The volume is still reserved for a former claim of this name", {
    what: "The volume that the claim names has a claimRef with this name and the uid of a claim that no longer exists.",
    why: "A new claim does not get the data of an old one automatically, even if the names are equal.",
    whatToDo:
      "A person must decide whether this claim may have the old data. If so, clear only claimRef.uid of the volume: the remedies print the command of `kubectl patch`.",
  }),
  NamedVolumeTaken: blocked("The volume that the claim names belongs to another claim", {
    what: "The claimRef of the volume names another claim.",
    why: "Two claims name one volume, or another claim was bound to it first, or the volume was reserved with a mistyped claim name.",
    whatToDo:
      "Do not take the volume from a claim that has it. A person must create this claim again with another volume, or with none. If the volume is reserved for a claim that does not exist, correct its claimRef instead.",
  }),
  NamedVolumeOfOtherClass: blocked("The claim and the volume it names have different StorageClasses", {
    what: "The volume's storageClassName differs from the claim's. Most often the claim did not set one and got the default class.",
    why: "A claim without storageClassName gets the default class when it is created. A volume that was created manually has none.",
    whatToDo:
      'A person must create the claim again with the volume\'s class; for a volume without one that is `storageClassName: ""`. Leave the default class as it is: other users depend on it.',
  }),
  NamedVolumeDoesNotFit: blocked("The volume that the claim names does not fit the claim", {
    what: "The size, access modes, volume mode or attributes class of the volume do not match the claim's request.",
    why: "Kubernetes binds a claim only to a volume that meets its whole request.",
    whatToDo:
      "A person must create the claim again so that it requests what the volume has, or name another volume.",
  }),
  ReservedVolumeDoesNotFit: blocked("The volume that is reserved for the claim does not fit it", {
    what: "A volume names the claim in its claimRef, but its size, access modes, volume mode or attributes class do not match the claim's request.",
    why: "Kubernetes binds a claim only to a volume that meets its whole request, even if the volume was reserved for it. Neither object reports that.",
    whatToDo:
      "A person must create the claim again so that it requests what the volume has: `kubectl get pv NAME -o yaml`.",
  }),
  NoVolumeFits: blocked("No volume fits the claim, and no provisioner creates one", {
    what: "The claim has no StorageClass that creates volumes, and no Available volume fits it.",
    why: "There is no default class, or the class is for volumes that are created manually. The one that would fit may be bound to a smaller claim.",
    whatToDo:
      "A person must create a volume, free the volume that fits, or create the claim again with a StorageClass. A claim that leaves storageClassName out also takes the class that you mark as the default; one with an empty name does not. Reserve manually created volumes by their claimRef, so that they cannot be bound to the wrong claim.",
  }),
  StorageClassMissing: blocked("The StorageClass does not exist", {
    what: "The claim names a StorageClass that does not exist.",
    why: "The name is mistyped or from another cluster, or the class was deleted.",
    whatToDo:
      "Create the class, or create the claim again with another one: `kubectl get storageclass` shows those that exist. A person must choose.",
  }),
  DefaultClassComesNext: waiting("The default StorageClass will be filled in next", {
    what: "The claim does not set a class, and a default class now exists.",
    why: "The PV controller fills it in at its next sync.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in a minute.",
  }),
  DefaultClassOverdue: stuck("The default StorageClass was not filled in", {
    what: "The claim does not set a class, a default class has existed for more than five minutes, and the claim still has none.",
    why: "The PV controller of Kubernetes 1.26 and newer fills it in within seconds. This cluster is older, or that controller does not act.",
    whatToDo:
      "In an older cluster a person must create the claim again: it then gets the default class. Otherwise check that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml`.",
  }),
  SelectedNodeGone: blocked("The node that was selected for the claim no longer exists", {
    what: "The annotation volume.kubernetes.io/selected-node names a node that does not exist.",
    why: "The scheduler chose the node, and it was removed before the volume was created. The autoscaler does not bring it back.",
    whatToDo:
      "Look in the storage backend for a half-created disk first. Then remove the annotation: `kubectl annotate pvc NAME -n NAMESPACE volume.kubernetes.io/selected-node-`. Then create the pod again.",
  }),
  SelectedNodeWithoutDriver: blocked("The driver is not registered on the selected node", {
    what: "The node in the annotation volume.kubernetes.io/selected-node exists, but its CSINode is missing or does not list the driver.",
    why: "The driver's node plugin has not started there, so the topology of the node is unknown.",
    whatToDo:
      "Check that the driver's node pod runs on that node, and wait: `kubectl get csinode NODE -o yaml`. Otherwise remove the annotation selected-node from the claim.",
  }),
  ProvisionerNotInstalled: stuck("No driver with the provisioner's name is installed", {
    what: "No CSIDriver and no node has the name of the provisioner in the StorageClass, and no attempt to create a volume is recorded.",
    why: "The driver is not installed, or the name in the StorageClass is mistyped.",
    whatToDo:
      "Compare the names: `kubectl get csidrivers`. The provisioner of a StorageClass cannot be changed: create a new class, then create the claim again.",
  }),
  ProvisioningFails: blocked("The provisioner fails to create the volume", {
    what: "The last attempt to create a volume failed.",
    why: "The provisioner's error says why.",
    whatToDo:
      "A person must remove the cause. The provisioner retries without further action. If the error does not say enough, the log of the driver's controller does: `kubectl get pods -A` finds it.",
  }),
  ProvisioningRetried: blocked("The provisioner cannot create the volume yet", {
    what: "The last attempt to create a volume failed, with an error that a retry alone can overcome.",
    why: "The driver or the storage backend is busy, has no room at the moment, or has not answered in time. Or the webhook or policy that refused the attempt no longer exists. An earlier call that never ends gives the same error again and again.",
    whatToDo:
      "No action is needed at first: the provisioner retries. If the same error remains for more than ten minutes, a person must read the logs of the driver's controller: the first error of the earlier call is the cause.",
  }),
  ProvisioningRefused: blocked("The provisioner refuses the claim as it is", {
    what: "The last attempt to create a volume failed, and its error is about the claim itself: its size, its modes, its selector or its data source.",
    why: "Most of a claim's spec cannot be changed, so each retry fails in the same way.",
    whatToDo:
      "Create the claim again with what the error asks for, and change it where the claim comes from: a template, a chart or Git. The claim has no data yet: `kubectl pvguard why pvc/NAME -n NAMESPACE` has the steps.",
  }),
  ProvisioningInProgress: waiting("The provisioner is creating the volume", {
    what: "An event says that the provisioner began an attempt within the last five minutes.",
    why: "Creating a volume takes a moment.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in a few minutes.",
  }),
  ProvisioningNotReported: waiting("The provisioner has not reported an attempt yet", {
    what: "The claim is younger than five minutes. No event says that its provisioner tried to create the volume.",
    why: "The provisioner may need a moment, or it may not run. Nothing that was read tells which. Without a sign of an attempt, a claim older than five minutes counts as stuck.",
    whatToDo:
      "It is unknown yet whether this resolves without you. Run `kubectl pvguard why` again when the claim is five minutes old, or check now that the provisioner runs.",
    isAdvised: true,
  }),
  ProvisioningUnanswered: stuck("The provisioner began to create the volume, but reports no result", {
    what: "An event says that an attempt began, more than five minutes ago. No failure is recorded, and there is no volume.",
    why: "The driver does not answer, or the provisioner stopped before it finished. An event that repeats too often is no longer written, so there may have been attempts since.",
    whatToDo:
      "A person must read the logs of the driver's controller: of csi-provisioner, and of the driver's own container. After a restart the provisioner asks for the same volume by the same name, so it finds a half-created one again.",
  }),
  ProvisionerReadsBetaAnnotation: blocked("The provisioner is too old to see that the claim is its own", {
    what: "The claim has the annotation volume.kubernetes.io/storage-provisioner, and not volume.beta.kubernetes.io/storage-provisioner. The csi-provisioner that runs is older than v3 and reads only the second.",
    why: "The PV controller adds both annotations, but neither to a claim that has the first already, such as one that a backup restored.",
    whatToDo:
      "Add the annotation, or upgrade the csi-provisioner: `kubectl annotate pvc NAME -n NAMESPACE volume.beta.kubernetes.io/storage-provisioner=DRIVER`. A restart changes nothing.",
  }),
  ProvisionerSilent: stuck("The provisioner does not create the volume and reports no error", {
    what: "The claim has waited for its provisioner for more than five minutes, and no attempt is recorded.",
    why: "The provisioner does not run, or hangs. Events are kept for an hour, so an old failure may no longer be recorded.",
    whatToDo: "Check that the provisioner runs, read its log, and restart it: `kubectl rollout restart`.",
  }),
  DataSourceMissing: blocked("The data source of the claim does not exist", {
    what: "The claim names a data source that does not exist.",
    why: "The snapshot, claim or resource was deleted, or its name is mistyped.",
    whatToDo:
      "A person must create the source again, or create the claim again with another one: `kubectl get volumesnapshots -n NAMESPACE`.",
  }),
  DataSourceNotReady: blocked("The data source of the claim is not ready", {
    what: "The claim's data source exists and cannot be read yet: a snapshot that is not ready, or a claim that is not bound.",
    why: "A volume is created only from a finished snapshot or a bound claim.",
    whatToDo:
      "Look at the source: `kubectl pvguard why` explains it. If it never becomes ready, a person must delete the Pending claim: it has no data yet.",
  }),
  DataSourceTerminating: blocked("The data source of the claim is being deleted", {
    what: "The claim's data source is a claim or a VolumeSnapshot with a deletionTimestamp.",
    why: "The provisioner begins no copy of a claim that is being deleted, and no restore from a snapshot that is being deleted. The source may wait for this claim while this claim waits for the source: then neither proceeds. Only an attempt that was already under way can still succeed.",
    whatToDo:
      "A person must delete the Pending claim: it has no data yet. The source is deleted then; `kubectl pvguard why` on the source says how to keep its data first.",
  }),
  ...populatorReasons,
};
