import type { Cluster } from "../../cluster/index.ts";
import {
  attacherFinalizer,
  isPodFinished,
  podsUsingAttachment,
  volumeNamed,
} from "../../controllers/index.ts";
import type { FoundHold, Remark } from "../../define/index.ts";
import { firstAndMore } from "../../define/index.ts";
import type { Node, PersistentVolume, Pod, VolumeAttachment } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, refOf, say } from "../../kubernetes/index.ts";
import { proveDetached } from "../../remedies/index.ts";
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

export function usedBy(attachment: VolumeAttachment, pod: Pod): AttachmentHold {
  const how = isTerminating(pod) ? say`is being deleted, but still uses` : say`uses`;
  return {
    reason: "PodUsesAttachment",
    category: isTerminating(pod) ? "waiting" : "blocked",
    holder: { object: refOf(pod) },
    message: say`${nameOf(pod)} on node/${nodeOf(attachment)} ${how} the volume`,
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
