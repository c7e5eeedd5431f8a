import { blocked, stuck, waiting } from "../../../define/index.ts";
import { attachmentReasons } from "../attachment-reasons.ts";

/** Why a volume is not mounted for a scheduled pod, by what the kubelet and the driver say. */
export const mountReasons = {
  VolumeNotMounted: blocked("The volume cannot be attached or mounted", {
    what: "The kubelet or the attach-detach controller reports an error about the pod's volume.",
    why: "The message says why. Where it says that another client has the volume open, no Kubernetes object prevents the use: the storage backend does.",
    whatToDo:
      "A person must fix what the message names; the kubelet retries every two minutes at the latest: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  VolumeNotAttachedAnew: blocked("The pod's volume is being deleted, so it is not attached again", {
    what: "The PersistentVolume of the pod's claim has a deletionTimestamp. The attacher refuses to attach this volume.",
    why: "The volume was deleted while its claim still exists. Pods on the node where it is attached keep running; a pod on any other node waits until this is repaired.",
    whatToDo:
      "Look at the volume: `kubectl pvguard why pv/NAME` says how to keep it and create it again with its data. Do not delete the claim.",
  }),
  DriverNotOnNode: attachmentReasons.DriverNotOnNode,
  NoPluginForVolume: blocked("The kubelet has no plugin for this kind of volume", {
    what: "The volume is of an in-tree kind, and the kubelet finds no plugin that can mount it.",
    why: "Kubernetes removes in-tree plugins: glusterfs in 1.26, cephfs and rbd in 1.31. Or the plugin is a FlexVolume that is not installed on the node. No retry helps.",
    whatToDo:
      "The data is untouched. A person must set the volume to Retain and create a volume for the same data that names a CSI driver, or run nodes of the older version: `kubectl get nodes`.",
  }),
  NodeResizeFails: blocked("The node fails to expand the volume", {
    what: "The driver has finished its part in the storage backend, and the node's part fails. With some drivers the node's part is all of the expansion.",
    why: "The condition of the claim says why, or an event of a pod that cannot start because of it.",
    whatToDo:
      "A person must fix the cause on the node; the kubelet then retries. If the claim's status.allocatedResourceStatuses says NodeResizeInfeasible, it retries only after the driver's csi-resizer has withdrawn that status. Do not delete the claim: `kubectl describe pvc NAME -n NAMESPACE`.",
  }),
  FileSystemDamaged: blocked("The file system of the volume cannot be mounted", {
    what: "The node finds a file system that it cannot read: damaged, of another type, or none.",
    why: "The disk was detached while it was being written to, it was restored only in part, or the volume names another file system type than the disk has.",
    whatToDo:
      "Take a copy of the disk first. Then a person must check it while it is not mounted anywhere: `fsck -n DEVICE` reports and changes nothing. Do not format it.",
  }),
  StaleFileHandle: blocked("The mount on the node has become stale", {
    what: "The kubelet, the driver or the container runtime finds a mount on the node that no longer answers.",
    why: "The server or the exported directory was replaced while it was mounted on this node, or the process of a FUSE driver that served it has ended. The mount does not recover without being unmounted.",
    whatToDo:
      "A person must unmount the stale directory on the node, or reboot the node after a drain: `kubectl drain NODE --ignore-daemonsets`. Check first that the server exports the path.",
  }),
  MountSecretMissing: blocked("A Secret that the mount needs is missing, or its key is wrong", {
    what: "The driver needs a Secret to mount the volume. The Secret or a key in it is missing, or its passphrase does not open the disk.",
    why: "The volume names the Secret. It was deleted or renamed, or its content was changed.",
    whatToDo:
      "A person must restore the Secret with its former content: `kubectl get pv NAME -o yaml` shows its name. Without the passphrase of an encrypted disk, its data cannot be read.",
  }),
  MountDenied: blocked("The mount is not permitted", {
    what: "The server, the storage backend or the node refuses access for the mount.",
    why: "The message says who refuses: a server whose export does not allow this node, credentials that have expired, or the permissions of a file.",
    whatToDo:
      "A person must grant what the message names. The data is untouched, and the kubelet retries: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  VolumeReadOnly: blocked("The volume can only be mounted read-only", {
    what: "The node refuses to mount or to prepare the volume for writing.",
    why: "The disk is write-protected in the storage backend, or the file system on it or on the node was made read-only after an error.",
    whatToDo:
      "A person must find out what made it read-only. If a snapshot or a replica is meant to be read-only, set readOnly in the pod: `kubectl get pv NAME -o yaml`.",
  }),
  OwnershipChangeTakesLong: waiting("The kubelet changes the group of every file of the volume", {
    what: "The pod sets fsGroup, and the kubelet changes the group of every file of the volume before it starts the pod.",
    why: "That is done at every start, and can take an hour on a volume with many files. Nothing is wrong with the driver or the volume.",
    whatToDo:
      "It ends without action. With `fsGroupChangePolicy: OnRootMismatch` in the pod's securityContext, the kubelet skips it while the root of the volume has the right group.",
  }),
  MountNotReported: stuck("The volume is not mounted, and no error is recorded", {
    what: "The pod is on its node, the kubelet waits for its volumes, and no event says why they are not mounted. The kubelet's summary only says that it waited.",
    why: "A call to the driver hangs, the kubelet does not act, or an earlier error is no longer recorded: events are kept for an hour.",
    whatToDo:
      "A person must read the kubelet's log and the log of the driver's node plugin on that node: `kubectl get pods -A -o wide --field-selector spec.nodeName=NODE` finds the plugin.",
  }),
  PodVolumesShareHandle: blocked("Two volumes of the pod have the same handle", {
    what: "The pod uses two claims whose volumes name the same driver and the same volumeHandle.",
    why: "The kubelet knows a CSI volume by its driver and handle. It mounts one of the two for the pod, and waits for the other forever, without an error. A pod that uses only one of them starts.",
    whatToDo:
      "For volumes that were created manually, a person must give each its own volumeHandle where the driver allows any unique name, as those of NFS, SMB and Azure Files do: set both to Retain first, then create one volume and its claim again. Or mount one of the claims twice, with `subPath`.",
  }),
  AttachNotBegun: stuck("No controller has begun to attach the volume", {
    what: "The pod is on its node, its driver attaches volumes, and no VolumeAttachment of the volume to that node exists.",
    why: "The attach-detach controller of kube-controller-manager creates the attachment within seconds. It does not run, or it cannot create objects.",
    whatToDo:
      "A person must check that kube-controller-manager runs, and read its log for the name of the volume: `kubectl get lease kube-controller-manager -n kube-system`.",
  }),
  NotCountedAsAttached: stuck("The volume is attached, but its node does not list it as attached", {
    what: "A VolumeAttachment of the pod's volume to the pod's node is attached, and status.volumesAttached of that node does not list the volume. The pod has waited for its volumes for minutes.",
    why: "The kubelet mounts no volume that the node's status does not list. The attach-detach controller of kube-controller-manager writes that list seconds after the attach. It does not act, or it cannot update the node's status.",
    whatToDo:
      "A person must check that kube-controller-manager runs, and read its log for the name of the node: `kubectl get lease kube-controller-manager -n kube-system`. Do not delete the VolumeAttachment: the volume is attached.",
  }),
  NodeOfPodNotReady: blocked("The node of the pod is not Ready", {
    what: "The pod was placed on a node that does not report, and has not started.",
    why: "Only the kubelet of that node can mount the volumes and start the pod. It may be off, or only be cut off.",
    whatToDo:
      "A person must bring the node back, or delete the pod so that its controller creates it on another node: `kubectl describe node NAME`.",
  }),
  InlineVolumeNotMounted: blocked("An inline volume of a CSI driver cannot be mounted", {
    what: "The kubelet reports an error about a volume that the pod has from a CSI driver directly, without a claim.",
    why: "The driver creates or fetches this volume when the pod starts, and the message says why it cannot. Drivers of secrets work in this way too. A driver that creates a disk at each attempt can leave disks behind in the storage backend.",
    whatToDo:
      "A person must fix what the message names; the kubelet retries every two minutes at the latest: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
  OtherVolumeNotMounted: blocked("Another volume of the pod cannot be mounted", {
    what: "The kubelet reports an error about a volume of the pod that is no claim, such as a ConfigMap, a Secret, a projected volume or an NFS share.",
    why: "The message says what is missing, or who refuses the mount. The pod's claims are not the cause.",
    whatToDo:
      "A person must create what the message names, correct its name in the workload, or remove the cause that it gives: `kubectl describe pod NAME -n NAMESPACE`.",
  }),
};
