import type { Cluster } from "../../cluster/index.ts";
import {
  attacherFinalizer,
  isPodFinished,
  podsUsingAttachment,
  reportedInUse,
  volumeNamed,
} from "../../controllers/index.ts";
import type { FoundHold, Remark } from "../../define/index.ts";
import { firstAndMore } from "../../define/index.ts";
import type { Answer } from "../../evidence/index.ts";
import { endWords, evidenceAgainst } from "../../evidence/index.ts";
import type { Node, PersistentVolume, Pod, VolumeAttachment } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, refOf, say } from "../../kubernetes/index.ts";
import {
  deleteAttachment,
  inspectNode,
  proveDetached,
  rebootNode,
  startNodePlugin,
} from "../../remedies/index.ts";
import type { Avoid } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import type { AttachmentReason } from "./attachment-reasons.ts";

export type AttachmentHold = FoundHold<AttachmentReason | "CouldNotRead">;

export const nodeOf = (attachment: VolumeAttachment) => attachment.spec?.nodeName ?? "?";

export function volumeGone(attachment: VolumeAttachment, volumeName: string): AttachmentHold {
  return {
    reason: "AttachmentVolumeGone",
    holder: { missing: volumeNamed(volumeName) },
    message: say`pv/${volumeName} was removed while it was attached: no controller deletes the attachment, and its detach would fail; the disk may still be attached to node/${nodeOf(attachment)}`,
    evidence: [proof(attachment, "spec.source.persistentVolumeName", volumeName)],
    remedies: [proveDetached(attachment)],
    avoid: {
      step: say`delete the attachment before you know whether the disk is still attached`,
      because: say`without its volume the attacher cannot detach it; and as soon as the volume is created again, it would be detached while pods use it`,
    },
  };
}

export function outOfService(attachment: VolumeAttachment, node: Node): AttachmentHold {
  return {
    reason: "AttachmentOutOfService",
    holder: { controller: "attachdetach-controller" },
    message: say`node/${nodeOf(attachment)} is marked out of service: the attach-detach controller detaches the volume without waiting for an unmount`,
    evidence: [proof(node, "spec.taints", "node.kubernetes.io/out-of-service")],
  };
}

export function usedBy(attachment: VolumeAttachment, pod: Pod, cluster: Cluster): AttachmentHold {
  const end = endWords(pod, cluster);
  const how = isTerminating(pod) ? say`is being deleted, but still uses` : say`uses`;
  return {
    reason: "PodUsesAttachment",
    category: isTerminating(pod) ? "waiting" : "blocked",
    holder: { object: refOf(pod) },
    message: say`${nameOf(pod)} on node/${nodeOf(attachment)} ${how} the volume${end.length === 0 ? [] : say`; ${end}`}`,
    evidence: [proof(pod, "spec.nodeName", pod.spec?.nodeName)],
    avoid: isTerminating(pod) ? [] : detachingInUse(attachment),
  };
}

/** A pod waits for a volume that is being deleted: what ends the wait is told by the volume. */
export function refused(attachment: VolumeAttachment, volume: PersistentVolume): AttachmentHold {
  const error = attachment.status?.attachError?.message ?? "";
  return {
    reason: "AttachRefusedVolumeDeleted",
    holder: { object: refOf(volume) },
    message: say`the attacher refuses to attach ${nameOf(volume)}, because the volume is being deleted: ${error}`,
    evidence: [
      proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      proof(attachment, "status.attachError.message", error),
    ],
    avoid: {
      step: say`delete ${nameOf(attachment)}, or the pod that waits for it`,
      because: say`both would be created again, and the attacher would refuse again`,
    },
  };
}

/**
 * Nothing holds the attachment of a volume for the pods that use it: the attacher detaches whatever is deleted.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncDetach, csiDetach, v4.12.
 */
export function inUse(attachment: VolumeAttachment, cluster: Cluster): Remark<AttachmentReason> | undefined {
  const pods = podsUsingAttachment(attachment, cluster);
  const users = pods.read ? pods.items.filter((pod) => !isPodFinished(pod)) : [];
  if (users.length === 0 || !isDetachedByDeletion(attachment)) return undefined;
  const driver = attachment.spec?.attacher ?? "the driver";
  const node = `node/${attachment.spec?.nodeName ?? "?"}`;
  const isOne = users.length === 1;
  return {
    reason: "PodUsesAttachment",
    message: say`${firstAndMore(users.slice(0, 1), users.length)} ${isOne ? say`uses` : say`use`} the volume, but deleting the attachment would not wait for ${isOne ? say`it` : say`them`}: ${driver} would be asked to detach the volume from ${node}, unmounted or not`,
    avoid: detachingInUse(attachment),
  };
}

/** A warning for every case in which a pod keeps using the volume. */
function detachingInUse(attachment: VolumeAttachment): readonly Avoid[] {
  if (!isDetachedByDeletion(attachment)) return [];
  return [
    {
      step: say`delete the attachment while a pod uses the volume`,
      because: say`the attacher checks neither pods nor mounts, and would detach the volume while the pod uses it`,
    },
  ];
}

/** Without its finalizer the attacher treats it as detached, and does not call the driver. */
function isDetachedByDeletion(attachment: VolumeAttachment): boolean {
  return hasFinalizer(attachment, attacherFinalizer(attachment.spec?.attacher ?? ""));
}

// The attachments that no pod needs: what the other records say of each tells why it is still there.

export function neverAttached(attachment: VolumeAttachment): AttachmentHold {
  const error = attachment.status?.attachError?.message;
  return {
    reason: "AttachmentNeverAttached",
    holder: { controller: "attachdetach-controller" },
    message: say`no pod on node/${nodeOf(attachment)} needs the volume and it was never reported attached${error === undefined ? [] : say` (${error})`}, so no controller deletes this attachment`,
    evidence: [
      proof(attachment, "status.attached", attachment.status?.attached ?? false),
      ...(error === undefined ? [] : [proof(attachment, "status.attachError.message", error)]),
    ],
    remedies: [deleteAttachment(attachment)],
    avoid: {
      step: say`take "attached: false" as proof that the volume is free`,
      because: say`it can also mean that an attach or a detach is under way; only a deleted VolumeAttachment is proof`,
    },
  };
}

/** Its driver says that it does not attach: no controller looks at the attachment. */
export function ofNoDriver(attachment: VolumeAttachment, attaches: Answer): AttachmentHold {
  return {
    reason: "DriverNeedsNoAttachment",
    holder: { person: "administrator" },
    message: say`${attachment.spec?.attacher ?? "the driver"} does not attach volumes (attachRequired: false), so the attach-detach controller skips this attachment to node/${nodeOf(attachment)}, and no controller deletes it`,
    evidence: [...evidenceAgainst(attaches), proof(attachment, "metadata.deletionTimestamp", null)],
    remedies: [deleteAttachment(attachment)],
  };
}

export function staleMount(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
): AttachmentHold {
  return {
    reason: "StaleMountOnNode",
    holder: { object: refOf(node) },
    isRoot: true,
    message: say`no pod on node/${nodeOf(attachment)} needs the volume, but the node still reports it in use: a stale mount, such as a pod that was deleted by force leaves behind`,
    evidence: [proof(node, "status.volumesInUse", reportedInUse(node, volume))],
    remedies: [inspectNode(node), rebootNode(node), deleteAttachment(attachment)],
    avoid: {
      step: say`detach the disk by force in the storage backend`,
      because: say`the node still has it mounted: data that it has not written yet would be lost, and the file system could be damaged`,
    },
  };
}

/** Only the driver's node plugin can unmount it: a Karpenter or a drain that took that pod first leaves the volume in use. */
export function staleWithoutPlugin(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
): AttachmentHold {
  const driver = attachment.spec?.attacher ?? "";
  const { evidence = [], avoid = [] } = staleMount(attachment, node, volume);
  return {
    reason: "StaleMountWithoutDriver",
    holder: { object: refOf(node) },
    isRoot: true,
    message: say`no pod on node/${nodeOf(attachment)} needs the volume, but the node still reports it in use, and ${driver} is not registered there: without the driver's node plugin, the kubelet cannot unmount the volume`,
    evidence,
    remedies: [startNodePlugin(node, { driver }), rebootNode(node)],
    avoid,
  };
}
