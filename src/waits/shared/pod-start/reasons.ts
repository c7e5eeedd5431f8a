import type { ReasonPage } from "../../../engine/index.ts";

export type StartReason =
  | "ClaimBeingDeleted"
  | "StatefulSetClaimGone"
  | "ClaimMissing"
  | "ClaimOfAnotherPod"
  | "ClaimIsLost"
  | "ClaimNotBound"
  | "EphemeralClaimNotMade"
  | "ClaimGoneUnderPod"
  | "ClaimGoesWithPod"
  | "OldAttachmentBeingDeleted"
  | "VolumeOnAnotherNode"
  | "RolloutWaitsForItself"
  | "AttachmentNotReady"
  | "VolumeNotMounted"
  | "VolumeNotAttachedAnew"
  | "ClaimUsedByOtherPod"
  | "NoNodeForVolume"
  | "VolumesApart"
  | "VolumeLimitReached"
  | "NodeOfVolumeOutOfUse";

export const startReasons: { readonly [reason in StartReason]: ReasonPage } = {
  ClaimBeingDeleted: {
    title: "The pod waits for a claim that is being deleted",
    category: "waiting",
    what: "The pod is not scheduled, because a claim that it names is Terminating.",
    why: "The scheduler starts no pod on a claim that is about to go. When the claim is gone the pod still waits, for a claim that does not exist.",
    whatToDo:
      "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. Once it is gone, delete the pod, so that its StatefulSet makes both anew.",
  },
  StatefulSetClaimGone: {
    title: "The claim of a StatefulSet's pod is gone",
    category: "blocked",
    what: "The pod of a StatefulSet is Pending, and the claim that the StatefulSet made for it does not exist.",
    why: "The StatefulSet makes claims when it makes a pod, and before Kubernetes 1.27 only then. This pod was made while its old claim was being deleted.",
    whatToDo:
      "Delete the pod: `kubectl delete pod NAME -n NAMESPACE`. The StatefulSet makes the pod and a new claim, which is EMPTY.",
  },
  ClaimMissing: {
    title: "The pod names a claim that does not exist",
    category: "blocked",
    what: "The pod is Pending, and a claim in its spec.volumes is not there.",
    why: "Nobody makes claims for such a pod: they come from a manifest.",
    whatToDo: "A person must create the claim (`kubectl apply`), or correct its name in the workload.",
  },
  ClaimOfAnotherPod: {
    title: "The claim of the pod's ephemeral volume belongs to somebody else",
    category: "blocked",
    what: "The pod has an ephemeral volume, and a claim of the name that it gets exists, but was not made for this pod.",
    why: "The name is made of pod and volume, and was taken: by hand, or by an earlier pod of the same name. Kubernetes never takes over such a claim.",
    whatToDo:
      "A person must rename the pod or the volume, or delete the other claim if nobody needs it: `kubectl get pvc NAME -n NAMESPACE -o yaml`.",
  },
  ClaimIsLost: {
    title: "The pod's claim has lost its volume",
    category: "blocked",
    what: "A claim that the pod names is in phase Lost.",
    why: "Nothing mounts a Lost claim. A pod that runs on it goes on until it restarts.",
    whatToDo: "Do not restart running pods. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  ClaimNotBound: {
    title: "The pod's claim is not bound yet",
    category: "waiting",
    what: "A claim that the pod names is Pending.",
    why: "A volume has to be found or made for it first.",
    whatToDo: "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  EphemeralClaimNotMade: {
    title: "The claim of the pod's ephemeral volume is not made",
    category: "blocked",
    what: "The pod has an ephemeral volume, and the claim that belongs to it is not there, although there was time to make it.",
    why: "The server refuses the claim (a quota, a limit, a policy or webhook), which an event of the pod says; or kube-controller-manager, which makes it, does not act. Events live for an hour.",
    whatToDo:
      "A person must remove what the message names: `kubectl describe resourcequota -n NAMESPACE`. The controller tries again by itself.",
  },
  ClaimGoneUnderPod: {
    title: "The pod runs on a claim that no longer exists",
    category: "blocked",
    what: "The pod has not finished, and a claim that it names is gone.",
    why: "Its pvc-protection finalizer was removed while the pod ran. The mount stays until the pod restarts; then it cannot start any more, or a StatefulSet starts it on a new, empty claim; the volume may be destroyed before.",
    whatToDo:
      "Do not restart the pod. A person must copy its data away (`kubectl exec`, `kubectl cp`) or re-create the claim on the same volume first.",
  },
  ClaimGoesWithPod: {
    title: "The pod keeps a claim that is being deleted",
    category: "waiting",
    what: "The pod is on a node, and a claim that it names is Terminating.",
    why: "Somebody deleted the claim. pvc-protection keeps it as long as a pod on a node names it, whether the pod runs or has finished. With the last such pod the claim goes, and with policy Delete its data; a deletion cannot be taken back.",
    whatToDo:
      'If the data is needed, set the volume to Retain before the pod goes: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
  },
  OldAttachmentBeingDeleted: {
    title: "The volume's old attachment to this node must go first",
    category: "waiting",
    what: "A VolumeAttachment of the pod's volume to the pod's own node is being deleted.",
    why: "The name of an attachment is made of volume, driver and node, so that a new one cannot be made before the old one is gone.",
    whatToDo:
      "Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`. Deleting it again, or the pod, changes nothing.",
  },
  VolumeOnAnotherNode: {
    title: "The volume is attached to another node",
    category: "blocked",
    what: "The volume may be attached to one node only, and a VolumeAttachment names another one than the pod's.",
    why: "Two nodes that write to the same file system destroy it. The pod waits until the volume is detached there.",
    whatToDo:
      "Look at who uses it there: `kubectl pvguard why pod/NAME -n NAMESPACE`. If that pod is to stay, a person must let both run on one node (ReadWriteOnce allows that, ReadWriteOncePod does not), or use a volume with ReadWriteMany.",
  },
  RolloutWaitsForItself: {
    title: "A rollout waits for itself: the old pod has the volume of the new one",
    category: "blocked",
    what: "Both pods belong to the same workload. The old one runs on another node and has the volume; the new one cannot start there.",
    why: "A RollingUpdate stops the old pod only when the new one is ready, and the new one needs the volume that the old one has.",
    whatToDo:
      "Set the strategy to Recreate: `kubectl patch deployment NAME -n NAMESPACE`. The old pod then stops first.",
  },
  AttachmentNotReady: {
    title: "The volume is not attached to the pod's node yet",
    category: "waiting",
    what: "A VolumeAttachment to the pod's node exists, and is not attached.",
    why: "The driver has to attach the volume before it can be mounted.",
    whatToDo:
      "Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`. Mostly nobody must act.",
  },
  VolumeNotMounted: {
    title: "The volume cannot be attached or mounted",
    category: "blocked",
    what: "Kubernetes has nothing in the way, but an event of the pod quotes an error of the driver or the kubelet.",
    why: "The driver or the storage system refuses. Often that is a safety check, because another client still has the volume open.",
    whatToDo: "A person must mend what the event names: `kubectl describe pod NAME -n NAMESPACE`.",
  },
  VolumeNotAttachedAnew: {
    title: "The volume of the pod was deleted, and is not attached anew",
    category: "blocked",
    what: "The PersistentVolume of the pod's claim has a deletionTimestamp. The attacher refuses to attach such a volume.",
    why: "Somebody deleted the volume while its claim lives. Pods on the node where it is attached go on; any other waits for ever.",
    whatToDo:
      "Look at the volume: `kubectl pvguard why pv/NAME` tells how it is kept and made again with its data. Do not delete the claim.",
  },
  ClaimUsedByOtherPod: {
    title: "Another pod uses the claim, and only one may",
    category: "blocked",
    what: "The claim has the access mode ReadWriteOncePod, and another pod uses it. The scheduler starts no second one.",
    why: "Two pods name one claim, or a rollout starts the new pod before the old one has gone.",
    whatToDo:
      "A person must end the other pod, or let a rollout stop the old pod first (strategy Recreate): `kubectl get pods -n NAMESPACE`.",
  },
  NoNodeForVolume: {
    title: "No node can both run the pod and reach its volume",
    category: "blocked",
    what: "The scheduler found no node, and its event names the volume.",
    why: "The volume's node affinity, or the pod's own rules, exclude every node.",
    whatToDo:
      "Compare where the volume can be used (`kubectl get pv NAME -o yaml`, nodeAffinity) with the labels of the nodes, with what those nodes have free, and with the pod's nodeSelector, affinity and tolerations. Let one such node run the pod. The nodeAffinity of a volume cannot be changed.",
  },
  VolumesApart: {
    title: "No node can use all volumes of the pod",
    category: "blocked",
    what: "The pod has volumes that can be used on some nodes only, each somewhere, and no node is among those of all of them.",
    why: "The volumes are in different zones, or on different machines. That happens where a StorageClass makes volumes at once, without knowing of the pod (volumeBindingMode Immediate), or where a claim was used by another pod before.",
    whatToDo:
      "A person must bring the data together: take a snapshot of one volume, or copy it, into a new claim that is made where the other is; or give each volume a pod of its own. Delete the old claim only when the copy is proven. A class with WaitForFirstConsumer makes the volumes of a new pod in one place.",
  },
  VolumeLimitReached: {
    title: "The nodes have as many volumes as they may have",
    category: "blocked",
    what: "The scheduler found no node for the pod, and some of those that it looked at have all the volumes that their driver allows.",
    why: "The driver says how many of its volumes a node can have. The scheduler counts those of the node's pods and those of its VolumeAttachments, also where no pod uses them any more. A volume that is tied to a zone can only use the nodes of that zone.",
    whatToDo:
      "A person must add a node that reaches the volume, or move pods with volumes away from one: `kubectl get csinodes -o yaml` shows each limit (spec.drivers[].allocatable.count), `kubectl get volumeattachments` what counts. `kubectl pvguard audit` finds attachments that are left over.",
  },
  NodeOfVolumeOutOfUse: {
    title: "The only node that has the pod's volume is out of use",
    category: "blocked",
    what: "The volume can be used on one machine only, such as a local one, and its node is not Ready, or is cordoned.",
    why: "Its data is on that machine. No other node can run the pod, whatever room there is.",
    whatToDo:
      "A person must bring the node back; a cordoned one takes pods again after `kubectl uncordon NODE`. Do not delete the claim for that: the data comes back with the node.",
  },
};
