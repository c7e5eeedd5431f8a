import { reportedInUse } from "../../controllers/index.ts";
import type { Node, PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { refOf, say } from "../../kubernetes/index.ts";
import { deleteAttachment, inspectNode, rebootNode, startNodePlugin } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";
import type { AttachmentHold } from "./attachment.ts";

const nodeOf = (attachment: VolumeAttachment) => attachment.spec?.nodeName ?? "?";

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
