import type { ReasonPage } from "../../../engine/index.ts";

export type AttachmentReason =
  | "AttachmentVolumeGone"
  | "AttachmentNodeGone"
  | "AttachmentNodeReplaced"
  | "AttachmentNodeNotReady"
  | "AttachmentOutOfService"
  | "PodUsesAttachment"
  | "StaleMountOnNode"
  | "AttachmentNeverAttached"
  | "AttachmentForgotten"
  | "AttachInProgress"
  | "AttachFails"
  | "DriverNotOnNode"
  | "AttacherNotAttaching";

export const attachmentReasons: { readonly [reason in AttachmentReason]: ReasonPage } = {
  AttachmentVolumeGone: {
    title: "The attachment names a volume that does not exist",
    category: "stuck",
    what: "The VolumeAttachment is live, and the PersistentVolume that it names is gone.",
    why: "The attach-detach controller passes over an attachment without its volume, and the attacher needs the volume to detach. The disk may still be attached to the machine.",
    whatToDo:
      "A person must look in the storage system, and detach the disk there or re-create the PersistentVolume with the same handle. Then delete the attachment: `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  },
  AttachmentNodeGone: {
    title: "The attachment names a node that is not in the API",
    category: "blocked",
    what: "The Node of the VolumeAttachment does not exist, and no pod on it uses the volume.",
    why: "The attach-detach controller detaches from a missing node after about six minutes, if the driver can. That a Node is not in the API does not mean that its machine is off.",
    whatToDo:
      "A person must prove with the machine's provider that it is off or destroyed. Then `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  },
  AttachmentNodeReplaced: {
    title: "The node was replaced after the volume was attached to it",
    category: "blocked",
    what: "The Node of that name is younger than the VolumeAttachment: it is another machine, or it was registered again.",
    why: "The disk was attached to the machine of that time. That the node of today is Ready says nothing of it.",
    whatToDo:
      "Wait until the driver has registered on the node (`kubectl get csinode NAME`). A person must make sure that the old machine is off before the attachment is deleted.",
  },
  AttachmentNodeNotReady: {
    title: "The volume is attached to a node that is not Ready",
    category: "blocked",
    what: "No pod on the node uses the volume any more, and the node does not report.",
    why: "Without the kubelet nobody knows whether the volume is unmounted. Six minutes after the last pod there let go of the volume the attach-detach controller detaches by force, unless that is switched off; when that was is not written down. A volume that the node does not report in use it detaches at once. NotReady does not mean off: containers may still write.",
    whatToDo:
      "Bring the node back, or prove that its machine is off and then `kubectl taint node NAME node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`. A person must decide that.",
  },
  AttachmentOutOfService: {
    title: "The node is declared out of service: the volume is being detached",
    category: "waiting",
    what: "The node has the taint node.kubernetes.io/out-of-service.",
    why: "The attach-detach controller then detaches at once, without waiting for an unmount.",
    whatToDo:
      "Nobody must act now. Remove the taint when the machine is back: `kubectl taint node NAME node.kubernetes.io/out-of-service-`.",
  },
  PodUsesAttachment: {
    title: "A pod on that node uses the attached volume",
    category: "blocked",
    what: "A pod on the node of the VolumeAttachment names the volume's claim and has not finished.",
    why: "The volume stays attached while a pod needs it. That is its purpose. Nothing protects the VolumeAttachment itself: when somebody deletes it, the attacher has the driver detach the volume, whether or not a pod uses it or the node has it mounted. The attach-detach controller compares once a minute by default, and then tries to attach it again for the pod.",
    whatToDo:
      "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`. When it ends, the volume is detached. Do not delete the VolumeAttachment before.",
  },
  StaleMountOnNode: {
    title: "No pod uses the volume, but its node still reports it in use",
    category: "blocked",
    what: "The node's status.volumesInUse lists the volume, and no pod on it that has not finished names its claim.",
    why: "A mount was left behind, mostly after a pod was deleted by force, or the kubelet cannot unmount. The volume is not detached while the node reports it.",
    whatToDo:
      "If the pod went only a minute ago, wait. Otherwise a person must look on the node for what holds the mount, and reboot it if nothing else helps: `kubectl drain NODE` first.",
  },
  AttachmentNeverAttached: {
    title: "The attachment belongs to no pod and was never attached",
    category: "stuck",
    what: "The VolumeAttachment is live and not attached, and no pod on its node uses the volume.",
    why: "The attach-detach controller forgets an attachment that never succeeded, and then nobody deletes it. Not attached in the status is no proof: deleting the object makes the attacher detach to be sure.",
    whatToDo: "Delete it: `kubectl delete volumeattachments.storage.k8s.io NAME`.",
  },
  AttachmentForgotten: {
    title: "The volume is attached, and nothing on the node needs it",
    category: "stuck",
    what: "No pod on the node uses the volume, the node does not report it in use, and nobody deleted the VolumeAttachment.",
    why: "The attach-detach controller lost track, for example when it was restarted.",
    whatToDo:
      "If the last pod went less than a minute ago, wait. Then `kubectl delete volumeattachments.storage.k8s.io NAME`: the attacher detaches properly.",
  },
  AttachInProgress: {
    title: "The volume is being attached",
    category: "waiting",
    what: "The VolumeAttachment is less than two minutes old, and no error is recorded.",
    why: "Attaching takes some seconds, on some clouds a minute.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in two minutes.",
  },
  AttachFails: {
    title: "The driver fails to attach the volume",
    category: "blocked",
    what: "The status of the VolumeAttachment has an attachError.",
    why: "The attacher calls the driver again and again, and gets this error.",
    whatToDo:
      "A person must mend what the error names: `kubectl describe volumeattachments.storage.k8s.io NAME`. The attacher retries by itself.",
  },
  DriverNotOnNode: {
    title: "The driver is not registered on the node",
    category: "blocked",
    what: "The status of the VolumeAttachment has an attachError, which says that the CSINode of the node does not name the driver, or that there is none.",
    why: "The node plugin of the driver tells the kubelet by what name the storage knows the machine. Where it does not run, nobody can say where to attach the volume.",
    whatToDo:
      "A person must get the node plugin to run on that node: `kubectl get csinodes NODE -o yaml` shows which drivers are there, `kubectl get pods -A -o wide` the pods of its DaemonSet. The attacher retries by itself.",
  },
  AttacherNotAttaching: {
    title: "The attacher neither attaches nor says why not",
    category: "stuck",
    what: "The VolumeAttachment has been there for minutes, is not attached, and has no attachError.",
    why: "An attacher that runs attaches, or records an error.",
    whatToDo:
      "Find the controller of the driver and look at its container csi-attacher: `kubectl get pods -A`. Restart it.",
  },
};
