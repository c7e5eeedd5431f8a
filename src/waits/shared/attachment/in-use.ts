import { attacherFinalizer, isPodFinished, podsUsingAttachment } from "../../../controllers/index.ts";
import { firstAndMore, type Remark } from "../../../engine/index.ts";
import { type Avoid, type Cluster, hasFinalizer, say, type VolumeAttachment } from "../../../model/index.ts";
import type { AttachmentReason } from "./reasons.ts";

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
export function detachingInUse(attachment: VolumeAttachment): readonly Avoid[] {
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
