import { attacherFinalizer } from "../../../controllers/index.ts";
import type { Danger } from "../../../define/index.ts";
import { blocked, stuck, waiting } from "../../../define/index.ts";
import { isOfAttacher } from "../../../evidence/index.ts";
import type { Phrase, VolumeAttachment } from "../../../kubernetes/index.ts";
import { say } from "../../../kubernetes/index.ts";
import { dropFinalizer } from "../../../remedies/index.ts";
import type { Evidence, RemedyCall } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";

// What several reasons of an attachment that is not detached have in common.

export const atRisk =
  "Kubernetes then considers the volume detached and may attach it elsewhere. If the first machine still writes to it, the data is damaged.";

export function drop(attachment: VolumeAttachment, danger: Danger, because: string): RemedyCall {
  const finalizer = attacherFinalizer(attachment.spec?.attacher ?? "");
  return dropFinalizer(attachment, {
    finalizer,
    danger,
    ...(danger === "StillAttached" ? { costs: "the work alone" } : {}),
    because,
    prove:
      "the storage backend proves that the volume is not attached to that machine, or the machine is proven to be off.",
  });
}

export const onNode = (attachment: VolumeAttachment) => say`node/${attachment.spec?.nodeName ?? "?"}`;

export function quoted(attachment: VolumeAttachment): Phrase {
  const error = attachment.status?.detachError?.message;
  if (error === undefined) return [];
  return isOfAttacher(error)
    ? say` (external-attacher: ${error})`
    : say` (${attachment.spec?.attacher ?? "driver"}: ${error})`;
}

export function errorEvidence(attachment: VolumeAttachment): readonly Evidence[] {
  const error = attachment.status?.detachError?.message;
  return error === undefined ? [] : [proof(attachment, "status.detachError.message", error)];
}

export type DetachReason = keyof typeof detachReasons;

export const detachReasons = {
  DetachVolumeGone: stuck("The volume does not exist, so the attacher cannot detach it", {
    what: "The VolumeAttachment is being deleted, and the PersistentVolume that it names does not exist.",
    why: "The attacher reads the driver and the handle from the PersistentVolume. Without the PersistentVolume, every detach fails. The disk may still be attached to the machine, and then counts against the machine's limit.",
    whatToDo:
      "A person must check the storage backend. Detach the disk there, or re-create the PersistentVolume with the same handle so that the attacher can detach it. Only then remove the finalizer with `kubectl patch`.",
  }),
  DetachDriverMissing: stuck("The driver that must detach the volume is not installed", {
    what: "No CSIDriver object and no CSINode names the attacher of this VolumeAttachment.",
    why: "The driver's external-attacher removes the finalizer, but no part of that driver is installed.",
    whatToDo:
      "An administrator must install the same driver again. The detach then finishes without further action.",
  }),
  DetachHasNoAttacher: stuck("The driver does not attach volumes, so it has no attacher to detach", {
    what: "The VolumeAttachment is being deleted. The CSIDriver of its attacher has attachRequired: false, and there is no lease of an external-attacher of that driver.",
    why: "Only the external-attacher removes the finalizer. An earlier version of the driver attached its volumes. The current version does not, and is usually installed without an external-attacher.",
    whatToDo:
      "A person must check in the storage backend that the disk is not attached to that machine. Then remove the finalizer with `kubectl patch`.",
  }),
  DetachImpossible: blocked("The attacher has no node ID, so it cannot ask the driver to detach", {
    what: "The node and its CSINode no longer exist, and the VolumeAttachment has no annotation csi.alpha.kubernetes.io/node-id.",
    why: "The external-attacher takes the driver's name of the machine from one of the two. Without it, the attacher retries permanently, and never calls the driver.",
    whatToDo:
      "A person must prove in the storage backend that the disk is detached, or that the machine no longer exists or is off. Then remove the attacher's finalizer from this VolumeAttachment.",
  }),
  DetachNodeGone: blocked("The node no longer exists, and the volume is not detached", {
    what: "The VolumeAttachment is being deleted, and the Node that it names does not exist.",
    why: "Without a CSINode, the attacher may not know the machine. Drivers also refuse to detach from a machine that they cannot find. A missing Node does not mean that its machine is off.",
    whatToDo:
      "A person must prove with the machine's provider that the machine is off or destroyed, and that the disk is not attached to it. Then remove the finalizer with `kubectl patch`.",
  }),
  NoNodesLeft: stuck("The cluster has no nodes, so nothing can detach the volume", {
    what: "The VolumeAttachment is being deleted, and the cluster has no Node at all.",
    why: "The attacher runs in a pod of the driver, and pods need a node. No part of the driver can run.",
    whatToDo:
      "An administrator must add a node on which the driver's controller can run: `kubectl get nodes`. Its volumes are then detached and deleted without further action.",
  }),
  DetachNodeReplaced: blocked("The node was replaced after the attachment was created", {
    what: "The Node with that name is newer than the VolumeAttachment: it is a different machine.",
    why: "The disk was attached to the old machine. That the new machine is Ready says nothing about the old one.",
    whatToDo:
      "Wait until the driver has registered on the new node (`kubectl get csinode NAME`). A person must make sure that the old machine is off.",
  }),
  DetachForbidden: blocked("The attacher lacks a permission in Kubernetes", {
    what: "The last detach error says that the API server rejected the attacher's own write.",
    why: "The ClusterRole of the driver's service account lacks a rule. Every volume of that driver will be stuck in the same way.",
    whatToDo:
      "An administrator must add the missing rule: `kubectl edit clusterrole NAME`. Everything then finishes without further action.",
  }),
  DetachDenied: blocked("The storage backend refuses to detach the volume", {
    what: "The last detach error says that the driver's credentials do not allow the detach.",
    why: "A key, role or policy outside Kubernetes is missing or has expired.",
    whatToDo:
      "An administrator must grant the driver the permission to detach. The attacher retries without further action.",
  }),
  DetachNotFound: blocked("The storage backend cannot find what must be detached", {
    what: "The last detach error says that the volume, the machine or the attachment was not found.",
    why: "The disk or the machine was removed outside Kubernetes, and the driver treats that as an error. Not found does not mean destroyed: an untagged or renamed disk is not found either.",
    whatToDo:
      "A person must check the storage backend. If nothing is attached there, remove the finalizer with `kubectl patch`.",
  }),
  DetachFails: blocked("The driver fails to detach the volume", {
    what: "The VolumeAttachment is being deleted, and its status has a detachError.",
    why: "The attacher keeps calling the driver, and gets this error each time.",
    whatToDo:
      "A person must fix what the error names: `kubectl describe volumeattachments.storage.k8s.io NAME`. The attacher retries without further action.",
  }),
  DetachNotRecorded: blocked("The volume is detached, but that could not be recorded", {
    what: "The VolumeAttachment is being deleted, and its detachError says that it could not be marked as detached.",
    why: "The driver has detached the volume. The API server then refused to let the attacher remove its finalizer. Usually an admission webhook or a policy blocks the request, or does not respond.",
    whatToDo:
      "If it still exists, a person must remove the cause that the error names: `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations,validatingadmissionpolicies`. The attacher retries without further action, at least every five minutes.",
  }),
  DetachInProgress: waiting("The volume is being detached", {
    what: "The deletion of the VolumeAttachment began less than two minutes ago, and no error is recorded.",
    why: "A detach takes a few seconds, and a minute on some clouds.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in two minutes.",
  }),
  AttacherNotRunning: stuck("The attacher neither detaches the volume nor reports an error", {
    what: "The VolumeAttachment has been Terminating for minutes, and its status has no detachError.",
    why: "A running attacher either detaches the volume or records an error. This one is down, is restarting, or waits for its leader lease.",
    whatToDo:
      "Find the driver's controller pod and check its container csi-attacher: `kubectl get pods -A`. Restart it.",
  }),
};
