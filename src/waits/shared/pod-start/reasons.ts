import { blocked, waiting } from "../../../define/index.ts";
import { mountReasons } from "./mount-reasons.ts";

export type StartReason = keyof typeof startReasons;

export const startReasons = {
  ...mountReasons,
  ClaimBeingDeleted: waiting("The pod waits for a claim that is being deleted", {
    what: "The pod is not scheduled, because a claim that it names is Terminating.",
    why: "The scheduler starts no pod on a claim that is being deleted. After the claim is deleted the pod still waits, for a claim that does not exist.",
    whatToDo:
      "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. Once it is deleted, delete the pod, so that its StatefulSet creates both again.",
  }),
  StatefulSetClaimGone: blocked("The claim of a StatefulSet's pod no longer exists", {
    what: "The pod of a StatefulSet is Pending, and the claim that the StatefulSet created for it does not exist.",
    why: "The StatefulSet creates claims when it creates a pod, and before Kubernetes 1.27 only then. This pod was created while its old claim was being deleted.",
    whatToDo:
      "Delete the pod: `kubectl delete pod NAME -n NAMESPACE`. The StatefulSet creates the pod and a new claim, which is EMPTY.",
  }),
  ClaimMissing: blocked("The pod names a claim that does not exist", {
    what: "The pod is Pending, and a claim in its spec.volumes does not exist.",
    why: "No controller creates claims for this pod: they come from a manifest.",
    whatToDo: "A person must create the claim (`kubectl apply`), or correct its name in the workload.",
  }),
  OperatorClaimMissing: blocked("The claim that an operator should have created does not exist", {
    what: "The pod is Pending, and a claim in its spec.volumes does not exist. The last of the pod's owners is a custom resource.",
    why: "The operator of that resource creates its pods and its claims. The claim was deleted, or the operator stopped before it created the claim.",
    whatToDo:
      "Check that the operator runs, and read its log. Many operators start the instance again, with new claims, when its Pending pod or job is deleted: read its documentation first. A person must create the claim manually only if that documentation says so: `kubectl apply`.",
  }),
  ClaimOfAnotherPod: blocked("The claim of the pod's ephemeral volume was not created for this pod", {
    what: "The pod has an ephemeral volume. A claim with the name that this volume's claim gets exists, but was not created for this pod.",
    why: "The name is built from the names of the pod and the volume, and was taken: manually, or by an earlier pod of the same name. Kubernetes never uses that claim for the pod.",
    whatToDo:
      "A person must rename the pod or the volume, or delete the other claim if it is not needed: `kubectl get pvc NAME -n NAMESPACE -o yaml`.",
  }),
  ClaimIsLost: blocked("The pod's claim has lost its volume", {
    what: "A claim that the pod names is in phase Lost.",
    why: "A Lost claim cannot be mounted. A pod that already runs on it keeps running until it restarts.",
    whatToDo: "Do not restart running pods. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  ClaimNotBound: waiting("The pod's claim is not bound yet", {
    what: "A claim that the pod names is Pending.",
    why: "A volume has to be found or created for it first.",
    whatToDo: "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  EphemeralClaimNotMade: blocked("The claim of the pod's ephemeral volume has not been created", {
    what: "The pod has an ephemeral volume, and the claim that belongs to it does not exist, although there was time to create it.",
    why: "The server refuses the claim (a quota, a limit, a policy or a webhook), and an event of the pod says so. Or kube-controller-manager, which creates it, does not act. Events are kept for an hour.",
    whatToDo:
      "A person must remove what the message names: `kubectl describe resourcequota -n NAMESPACE`. The controller then retries.",
  }),
  ClaimGoneUnderPod: blocked("The pod runs on a claim that no longer exists", {
    what: "The pod has not finished, and a claim that it names no longer exists.",
    why: "Its pvc-protection finalizer was removed while the pod ran. The mount remains until the pod restarts. Then the pod cannot start, or a StatefulSet starts it on a new, empty claim. The disk may be deleted before that.",
    whatToDo:
      "Do not restart the pod. First a person must copy its data (`kubectl exec`, `kubectl cp`), or recreate the claim on the same volume.",
  }),
  ClaimGoesWithPod: waiting("The pod keeps a claim that is being deleted", {
    what: "The pod is on a node, and a claim that it names is Terminating.",
    why: "The claim was deleted. pvc-protection keeps it as long as a pod on a node names it, whether the pod runs or has finished. After the last of these pods the claim is deleted, and with policy Delete its data too. A deletion cannot be undone.",
    whatToDo:
      'If you need the data, set the volume to Retain before the pod is deleted: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
  }),
  PodWillBeEvicted: waiting("The pod will be deleted because of a taint of its node", {
    what: "The pod's node has a taint with the effect NoExecute. The pod tolerates that taint for a limited time, or not at all.",
    why: "A node that is not Ready has the taint node.kubernetes.io/not-ready or node.kubernetes.io/unreachable. Every pod tolerates both for five minutes, unless the pod says otherwise. Then the taint-eviction-controller deletes the pod. On a node that does not answer, the pod stays Terminating. Its claims stay in use until the node is back, or until a person confirms that the machine is off.",
    whatToDo:
      "Bring the node back before that: `kubectl describe node NAME`. When the pod of an ephemeral volume is deleted, its claim is deleted too, and with policy Delete its data.",
  }),
  NodeOfPodGone: waiting("The pod's node no longer exists", {
    what: "The pod is assigned to a node that does not exist. Its status is the last one that the kubelet reported.",
    why: "The Node object was deleted. The pod garbage collector deletes the pod by force about a minute later. Kubernetes cannot tell whether the machine is off, or still runs the pod and writes to its volumes. The volumes stay attached to that node until the attach-detach controller detaches them by force, about six minutes after the pod was deleted.",
    whatToDo:
      "A person must find out whether the machine still runs before another pod writes to the same disk. If the Node was deleted by mistake, restart its kubelet: it registers the Node again.",
    isAdvised: true,
  }),
  VolumeOfPodDeleted: waiting("The volume of the running pod is being deleted", {
    what: "The pod runs, its claim is Bound, and the PersistentVolume has a deletionTimestamp.",
    why: "The volume was deleted, most often by mistake. The pod keeps running, and the claim keeps the volume. But the attacher does not attach a volume that is being deleted, so a new pod does not start on another node.",
    whatToDo:
      "Do not restart the pod. Look at the volume: `kubectl pvguard why pv/NAME`. `kubectl pvguard rescue pv/NAME --dry-run` shows how to keep the disk and create the volume again.",
  }),
  NoNodeForPod: waiting("No node takes the pod, and no volume is the reason", {
    what: "The pod has no node. Its claims, if it has any, are bound, and what the scheduler says does not speak of volumes.",
    why: "The nodes lack what the pod requests, such as CPU or memory, or its own rules exclude them: nodeSelector, affinity, taints. Or the pod has scheduling gates.",
    whatToDo:
      "Look at what the scheduler says: `kubectl describe pod NAME -n NAMESPACE`. Make room, add a node, or correct the rules of the pod. Do not change its claims or volumes for this.",
  }),
  ContainerNotStarted: waiting("A container of the pod does not run; its volumes are mounted", {
    what: "The kubelet has mounted the volumes of the pod. A container, or an init container, does not start, or ends each time that it is started.",
    why: "The status of the container says how: its image cannot be pulled, its configuration is missing, or its program ends with an error.",
    whatToDo:
      "Read the log of the container: `kubectl logs NAME -c CONTAINER -n NAMESPACE --previous`. If it complains about its data, take a snapshot of the volume before anything is changed in it.",
  }),
  OldAttachmentBeingDeleted: waiting("The volume's old attachment to this node must be deleted first", {
    what: "A VolumeAttachment of the pod's volume to the pod's own node is being deleted.",
    why: "The name of an attachment is built from volume, driver and node, so a new one cannot be created before the old one is deleted.",
    whatToDo:
      "Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`. Deleting the attachment again, or the pod, changes nothing.",
  }),
  VolumeOnAnotherNode: blocked("The volume is attached to another node", {
    what: "The volume may be attached to only one node, and a VolumeAttachment names a different node than the pod's.",
    why: "Two nodes that write to the same file system destroy it. The pod waits until the volume is detached there.",
    whatToDo:
      "Look at the pod that uses it there: `kubectl pvguard why pod/NAME -n NAMESPACE`. To keep that pod, a person must run both on one node (ReadWriteOnce allows that, ReadWriteOncePod does not), or use a volume with ReadWriteMany.",
  }),
  ReplicasNeedOneNode: blocked("Pods of one workload need a volume that serves only one node", {
    what: "Two pods of the same workload are on different nodes, and both need a volume that only one node may use.",
    why: "The scheduler does not prevent this for ReadWriteOnce. No rollout is under way, so no strategy of the workload changes it.",
    whatToDo:
      "A person must run one pod (`kubectl scale`), keep all pods on one node with a podAffinity in the template, or use a class with ReadWriteMany. A DaemonSet runs a pod on each node, and needs ReadWriteMany.",
  }),
  RolloutWaitsForItself: blocked("The new pod of a rollout needs the volume that the old pod uses", {
    what: "Both pods belong to the same workload. The old one runs on another node and has the volume; the new one cannot start there.",
    why: "A RollingUpdate stops the old pod only when the new one is ready, and the new one needs the volume that the old one has.",
    whatToDo:
      "Set the strategy to Recreate: `kubectl patch deployment NAME -n NAMESPACE`. The old pod then stops first.",
  }),
  AttachmentNotReady: waiting("The volume is not attached to the pod's node yet", {
    what: "A VolumeAttachment to the pod's node exists, and is not attached.",
    why: "The driver has to attach the volume before it can be mounted.",
    whatToDo:
      "Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`. Usually no action is needed.",
  }),
  ClaimUsedByOtherPod: blocked("Another pod uses the claim, and only one pod may use it", {
    what: "The claim has the access mode ReadWriteOncePod, and another pod uses it. The scheduler starts no second one.",
    why: "Two pods name one claim, or a rollout starts the new pod before the old one has been deleted.",
    whatToDo:
      "A person must end the other pod, or let a rollout stop the old pod first (strategy Recreate): `kubectl get pods -n NAMESPACE`.",
  }),
  NoNodeForVolume: blocked("No node can both run the pod and reach its volume", {
    what: "The scheduler found no node, and its event names the volume.",
    why: "The volume's node affinity, or the pod's own rules, exclude every node.",
    whatToDo:
      "See where the volume can be used (`kubectl get pv NAME -o yaml`, nodeAffinity). Compare that with the labels and free resources of the nodes, and with the pod's nodeSelector, affinity and tolerations. Let one of those nodes run the pod. The nodeAffinity of a volume cannot be changed.",
  }),
  VolumesApart: blocked("No node can use all volumes of the pod", {
    what: "Each of the pod's volumes can be used on some nodes only, and no node can use all of them.",
    why: "The volumes are in different zones, or on different machines. This happens where a StorageClass creates volumes at once, without knowing the pod (volumeBindingMode Immediate). It also happens where a claim was used by another pod before.",
    whatToDo:
      "A person must bring the data together. Take a snapshot of one volume, or copy it, into a new claim that is created where the other volume is. Or give each volume a pod of its own. Delete the old claim only when the copy is verified. A class with WaitForFirstConsumer creates the volumes of a new pod in one place.",
  }),
  VolumeLimitReached: blocked("The nodes have reached their limit of volumes", {
    what: "The scheduler found no node for the pod. Some of the nodes that it looked at have all the volumes that their driver allows.",
    why: "The driver says how many of its volumes a node can have. The scheduler counts the volumes of the node's pods and of its VolumeAttachments, even those that no pod uses now. A volume that is tied to a zone can use only the nodes of that zone.",
    whatToDo:
      "A person must add a node that reaches the volume, or move pods with volumes away from a node. `kubectl get csinodes -o yaml` shows each limit (spec.drivers[].allocatable.count), and `kubectl get volumeattachments` shows what counts. `kubectl pvguard audit` finds attachments that are left over.",
  }),
  NodeOfVolumeOutOfUse: blocked("No node that can use the pod's volume runs new pods now", {
    what: "The volume can be used on some nodes only: on one machine, as a local volume can, or in one zone. Each of these nodes is not Ready, or is cordoned.",
    why: "Its data is there. No other node can run the pod, whatever resources it has free.",
    whatToDo:
      "A person must bring one of these nodes back; a cordoned node accepts pods again after `kubectl uncordon NODE`. If the volume is tied to a zone, and not to a machine, a new node there helps too. Do not delete the claim for this: the data is kept where these nodes are.",
  }),
};
