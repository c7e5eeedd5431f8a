import type { ReasonPage } from "../../../engine/index.ts";

export type DetachReason =
  | "DetachVolumeGone"
  | "DetachDriverMissing"
  | "DetachNodeGone"
  | "NoNodesLeft"
  | "DetachNodeReplaced"
  | "DetachForbidden"
  | "DetachDenied"
  | "DetachNotFound"
  | "DetachFails"
  | "DetachNotRecorded"
  | "DetachInProgress"
  | "AttacherNotRunning";

export const detachReasons: { readonly [reason in DetachReason]: ReasonPage } = {
  DetachVolumeGone: {
    title: "The volume is gone, so the attachment can never be detached",
    category: "stuck",
    what: "The VolumeAttachment is being deleted, and the PersistentVolume that it names does not exist.",
    why: "The attacher reads driver and handle from the PersistentVolume. Without it every detach fails, for ever. The disk may still be attached to the machine, and counts against its limit.",
    whatToDo:
      "A person must look in the storage system. Detach the disk there, or re-create the PersistentVolume with the same handle so that the attacher can. Only then remove the finalizer with `kubectl patch`.",
  },
  DetachDriverMissing: {
    title: "The driver that must detach is not installed",
    category: "stuck",
    what: "No CSIDriver object and no CSINode names the attacher of this VolumeAttachment.",
    why: "The finalizer is removed by the driver's external-attacher, and nothing of that driver is there.",
    whatToDo: "Install the same driver again; a person must do that. It then finishes by itself.",
  },
  DetachNodeGone: {
    title: "The node does not exist any more, and the detach does not finish",
    category: "blocked",
    what: "The VolumeAttachment is being deleted, and the Node that it names is not in the API.",
    why: "Without CSINode the attacher may not know the machine, and drivers refuse to detach from a machine that they cannot find. That a Node is not in the API does not mean that its machine is off.",
    whatToDo:
      "A person must prove with the machine's provider that it is off or destroyed, and that the disk is not attached there. Then remove the finalizer with `kubectl patch`.",
  },
  NoNodesLeft: {
    title: "The cluster has no nodes, so that nothing can detach",
    category: "stuck",
    what: "The VolumeAttachment is being deleted, and there is no Node in the cluster at all.",
    why: "The attacher is a pod of the driver, and pods need a node. Nothing of the driver can run.",
    whatToDo:
      "Add a node on which the driver's controller can run; a person must do that. Its volumes are then detached and deleted by themselves: `kubectl get nodes`.",
  },
  DetachNodeReplaced: {
    title: "The node was replaced after the attachment was made",
    category: "blocked",
    what: "The Node of that name is younger than the VolumeAttachment: it is another machine.",
    why: "The disk was attached to the old machine. That the new one is Ready says nothing of it.",
    whatToDo:
      "Wait until the driver has registered on the new node (`kubectl get csinode NAME`). A person must make sure that the old machine is off.",
  },
  DetachForbidden: {
    title: "The attacher lacks a right in Kubernetes",
    category: "blocked",
    what: "The error of the last detach says that the API server refused the attacher's own write.",
    why: "The driver's service account misses a rule of its ClusterRole. Every volume of that driver will hang the same way.",
    whatToDo:
      "An administrator must add the missing rule: `kubectl edit clusterrole NAME`. Everything then finishes by itself.",
  },
  DetachDenied: {
    title: "The storage system denies the detach",
    category: "blocked",
    what: "The error of the last detach says that the driver's credentials do not allow it.",
    why: "A key, role or policy outside Kubernetes is missing or has expired.",
    whatToDo: "An administrator must grant the driver the right to detach. The attacher retries by itself.",
  },
  DetachNotFound: {
    title: "The storage system does not find what is to be detached",
    category: "blocked",
    what: "The error of the last detach says that the volume, the machine or the attachment was not found.",
    why: "The disk or the machine was removed outside Kubernetes, and the driver takes that for an error. Not found does not mean destroyed: an untagged or renamed disk is not found either.",
    whatToDo:
      "A person must look in the storage system. When nothing is attached there, remove the finalizer with `kubectl patch`.",
  },
  DetachFails: {
    title: "The driver fails to detach the volume",
    category: "blocked",
    what: "The VolumeAttachment is being deleted and its status has a detachError.",
    why: "The attacher calls the driver again and again, and gets this error.",
    whatToDo:
      "A person must mend what the error names: `kubectl describe volumeattachments.storage.k8s.io NAME`. The attacher retries by itself.",
  },
  DetachNotRecorded: {
    title: "The volume is detached, and that could not be recorded",
    category: "blocked",
    what: "The VolumeAttachment is being deleted, and its detachError says that it could not be marked as detached.",
    why: "The driver has detached the volume. Then the API server refused the attacher to take its finalizer off: mostly an admission webhook or a policy is in the way, or does not answer.",
    whatToDo:
      "A person must remove what the error names: `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations,validatingadmissionpolicies`. The attacher retries by itself, at least every five minutes.",
  },
  DetachInProgress: {
    title: "The volume is being detached",
    category: "waiting",
    what: "The VolumeAttachment was deleted less than two minutes ago, and no error is recorded.",
    why: "A detach takes some seconds, on some clouds a minute.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in two minutes.",
  },
  AttacherNotRunning: {
    title: "The attacher neither detaches nor says why not",
    category: "stuck",
    what: "The VolumeAttachment has been Terminating for minutes, and its status has no detachError.",
    why: "An attacher that runs detaches, or records an error. This one is down, restarting, or waits for its leader lease.",
    whatToDo:
      "Find the controller of the driver and look at its container csi-attacher: `kubectl get pods -A`. Restart it.",
  },
};
