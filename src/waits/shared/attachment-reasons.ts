import { blocked, stuck, waiting } from "../../define/index.ts";

export type AttachmentReason = keyof typeof attachmentReasons;

export const attachmentReasons = {
  AttachmentVolumeGone: stuck("The attachment names a volume that does not exist", {
    what: "The VolumeAttachment is not being deleted, and the PersistentVolume that it names does not exist.",
    why: "The attach-detach controller skips an attachment whose volume is missing, and the attacher needs the volume to detach. The disk may still be attached to the machine.",
    whatToDo:
      "A person must look in the storage backend. Detach the disk there, or recreate the PersistentVolume with the same handle. Then delete the attachment: `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  }),
  AttachmentNodeGone: blocked("The volume is attached to a node that no longer exists", {
    what: "The Node of the VolumeAttachment does not exist.",
    why: "The attach-detach controller detaches by force six minutes after the last pod there released the volume. That moment is not recorded. Where an event says when the node was deleted, it follows from that: the pods of a deleted node are collected after about a minute. kube-controller-manager can have the forced detach switched off, and does not detach what something else attached: the names of its own attachments begin with csi-. A missing Node object does not prove that its machine is off.",
    whatToDo:
      "Look again after six minutes. If the attachment still exists, a person must confirm with the machine's provider that the machine is off or destroyed. Then run `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  }),
  AttachmentNodeReplaced: blocked("The node was replaced after the volume was attached to it", {
    what: "The Node of that name is newer than the VolumeAttachment: it is another machine, or it was registered again.",
    why: "The disk was attached to the machine that had the name at that time. The current node being Ready says nothing about that machine.",
    whatToDo:
      "Wait until the driver has registered on the node (`kubectl get csinode NAME`). Before the attachment is deleted, a person must confirm that the old machine is off.",
  }),
  AttachmentNodeNotReady: blocked("The volume is attached to a node that is not Ready", {
    what: "No pod on the node uses the volume now, and the node does not report.",
    why: "Only the kubelet can tell whether the volume is unmounted. If the node does not report the volume in use, the attach-detach controller detaches it at once. Otherwise it detaches by force six minutes after the last pod there released the volume, unless that is switched off. That moment is not recorded. NotReady does not mean off: containers may still write.",
    whatToDo:
      "Bring the node back. Or confirm that its machine is off, and then run `kubectl taint node NAME node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`. A person must decide this.",
  }),
  AttachmentOutOfService: waiting("The node is out of service, and the volume is being detached", {
    what: "The node has the taint node.kubernetes.io/out-of-service.",
    why: "The attach-detach controller then detaches at once, without waiting for an unmount.",
    whatToDo:
      "No action is needed now. Remove the taint when the machine is back: `kubectl taint node NAME node.kubernetes.io/out-of-service-`.",
  }),
  PodUsesAttachment: blocked("A pod on that node uses the attached volume", {
    what: "A pod on the node of the VolumeAttachment names the volume's claim and has not finished.",
    why: "The volume stays attached while a pod needs it, as intended. Nothing protects the VolumeAttachment itself. If it is deleted, the attacher tells the driver to detach the volume, even if a pod uses it or the node has it mounted. The attach-detach controller compares once a minute by default, and then tries to attach it again for the pod.",
    whatToDo:
      "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`. When it ends, the volume is detached. Do not delete the VolumeAttachment before that.",
  }),
  StaleMountOnNode: blocked("No pod uses the volume, but its node still reports it in use", {
    what: "The node's status.volumesInUse lists the volume, and no unfinished pod on the node names its claim.",
    why: "A mount was left behind, usually after a pod was deleted by force, or the kubelet cannot unmount. The volume is not detached while the node reports it in use.",
    whatToDo:
      "If the pod was deleted less than a minute ago, wait. Otherwise a person must look on the node for what holds the mount. If nothing else helps, reboot the node, and run `kubectl drain NODE` first.",
  }),
  StaleMountWithoutDriver: blocked("The node cannot unmount: the driver does not run there", {
    what: "No pod on the node uses the volume, the node reports it in use, and its CSINode does not name the driver.",
    why: "The kubelet calls the driver's node plugin to unmount a volume. That pod was evicted or deleted first, as when a node is drained with the pods of its DaemonSets, or when a taint keeps them away. The volume is not detached while the node reports it in use.",
    whatToDo:
      "Start the driver's node plugin on the node again, for example with a toleration for its taints. The kubelet then unmounts the volume, and it is detached. If the machine is to be deleted, let that end first: `kubectl get node NAME`. A person must not detach the disk while the machine runs.",
  }),
  AttachmentNeverAttached: stuck("The attachment belongs to no pod and was never attached", {
    what: "The VolumeAttachment is not being deleted and not attached, and no pod on its node uses the volume.",
    why: "The attach-detach controller forgets an attachment that never succeeded, and then no controller deletes it. A status that says not attached is no proof: when the object is deleted, the attacher detaches to be sure.",
    whatToDo: "Delete it: `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  }),
  AttachmentForgotten: stuck("The volume is attached, but nothing on the node needs it", {
    what: "No pod on the node uses the volume, and the node lists it neither as in use nor as attached (status.volumesInUse, status.volumesAttached). The VolumeAttachment has not been deleted.",
    why: "The attach-detach controller lists what it knows to be attached, so it does not count this one. It has lost track of it, or a first detach failed. It looks at VolumeAttachments only when kube-controller-manager starts.",
    whatToDo:
      "If the last pod was deleted less than a minute ago, wait. If the driver is not registered on the node (`kubectl get csinode NODE`), start its node plugin first, so that the kubelet can unmount the volume. Then run `kubectl delete volumeattachments.storage.k8s.io NAME`: the attacher detaches properly.",
  }),
  DetachNotBegun: stuck("The volume should be detached, but its node still lists it as attached", {
    what: "No pod on the node uses the volume, the node does not report it in use, and the node's status.volumesAttached lists it. The VolumeAttachment has not been deleted.",
    why: "The attach-detach controller writes that list, so it knows that the volume is attached. It takes a volume out of the list, and then deletes the VolumeAttachment, within seconds after the last pod has stopped. Either that pod stopped a moment ago, or kube-controller-manager does not act or cannot update the node's status.",
    whatToDo:
      "If the last pod was deleted less than a minute ago, wait. Otherwise check that kube-controller-manager runs, and search its log for the name of the volume: `kubectl get lease kube-controller-manager -n kube-system`.",
  }),
  DriverNeedsNoAttachment: stuck("The driver does not attach volumes, so no controller deletes this", {
    what: "The CSIDriver of the attachment's driver has attachRequired: false, and the node's status.volumesAttached does not list the volume.",
    why: "The attach-detach controller skips the attachments of such a driver. An earlier version of the driver, or of its CSIDriver object, made this one. While it exists, the volume is not deleted.",
    whatToDo:
      "Delete it: `kubectl delete volumeattachments.storage.k8s.io NAME`. If it then stays Terminating, no external-attacher of the driver runs. Check in the storage backend that the disk is not attached, and remove the finalizer.",
  }),
  AttachInProgress: waiting("The volume is being attached", {
    what: "The VolumeAttachment is less than two minutes old, and no error is recorded.",
    why: "Attaching takes some seconds, on some clouds a minute.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in two minutes.",
  }),
  AttachFails: blocked("The driver fails to attach the volume", {
    what: "The status of the VolumeAttachment has an attachError.",
    why: "The attacher calls the driver again and again, and gets this error.",
    whatToDo:
      "A person must fix what the error names: `kubectl describe volumeattachments.storage.k8s.io NAME`. The attacher retries without further action.",
  }),
  AttachRefusedVolumeDeleted: blocked("The volume to attach is being deleted", {
    what: "A pod on the node needs the volume, and its PersistentVolume has a deletionTimestamp. The attachError says that the volume is marked for deletion.",
    why: "The attacher does not attach a volume that is being deleted, and a deletionTimestamp cannot be removed. The driver is not asked. The pod waits until the volume object is created again.",
    whatToDo:
      "Look at the volume: `kubectl pvguard why pv/NAME`. A person must set it to Retain, and plan how to create it again.",
  }),
  NodeHasNoRoom: blocked("The node already has as many volumes as the driver allows", {
    what: "The driver refuses to attach the volume because of a limit. The node's other VolumeAttachments of the driver reach the limit that its CSINode names (spec.drivers.allocatable.count).",
    why: "The scheduler counts the volumes, but a pod with spec.nodeName bypasses it, and a driver can lower the limit when other devices take up room on the machine.",
    whatToDo:
      "A person must run the pod on another node, or move pods with volumes of the driver off this one: `kubectl get volumeattachments` shows what is attached. The attacher retries without further action.",
  }),
  DriverNotOnNode: blocked("The driver is not registered on the node", {
    what: "The volume is not attached, and the CSINode of the node does not name the driver, or there is no CSINode: it was read, or the attachError says so. Or the kubelet of the node says that no driver of that name has registered.",
    why: "The driver's node plugin tells the kubelet the name by which the storage backend knows the machine. Where the plugin does not run, the driver cannot know where to attach the volume, and the kubelet cannot mount it.",
    whatToDo:
      "A person must get the node plugin to run on that node. `kubectl get csinodes NODE -o yaml` shows the drivers on the node, and `kubectl get pods -A -o wide` shows the pods of its DaemonSet. The attacher and the kubelet retry without further action.",
  }),
  AttacherNotAttaching: stuck("The attacher neither attaches the volume nor reports an error", {
    what: "The VolumeAttachment has existed for minutes, is not attached, and has no attachError.",
    why: "A running attacher either attaches the volume or records an error.",
    whatToDo:
      "Find the controller of the driver and look at its container csi-attacher: `kubectl get pods -A`. Restart it.",
  }),
};
