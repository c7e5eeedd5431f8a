import type { Answer } from "../../evidence/index.ts";
import { countedAsAttached, evidenceAgainst, holdsUp } from "../../evidence/index.ts";
import type { Node, PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import { checkController, deleteAttachment } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";
import type { AttachmentHold } from "./attachment.ts";

// The attachments that no pod needs: what the other records say of each tells why it is still there.

const nodeOf = (attachment: VolumeAttachment) => attachment.spec?.nodeName ?? "?";

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

/** Attached, and no longer needed: does the attach-detach controller know that? */
export function leftAttached(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
): AttachmentHold {
  const counted = countedAsAttached(node, volume);
  return holdsUp(counted) ? notBegun(attachment, counted) : forgotten(attachment, counted);
}

function notBegun(attachment: VolumeAttachment, counted: Answer): AttachmentHold {
  return {
    reason: "DetachNotBegun",
    holder: { controller: "attachdetach-controller" },
    message: say`no pod on node/${nodeOf(attachment)} uses the volume, but the node's status.volumesAttached still lists it: the attach-detach controller knows that it is attached, and has not begun to detach it`,
    evidence: [
      ...(counted.is === "unread" ? [] : counted.for),
      proof(attachment, "metadata.deletionTimestamp", null),
    ],
    remedies: [
      checkController(attachment, { controller: "kube-controller-manager" }),
      deleteAttachment(attachment),
    ],
  };
}

function forgotten(attachment: VolumeAttachment, counted: Answer): AttachmentHold {
  return {
    reason: "AttachmentForgotten",
    holder: { controller: "attachdetach-controller" },
    message: say`no pod on node/${nodeOf(attachment)} uses the volume, and the node's status.volumesAttached does not list it: the attach-detach controller does not count the volume as attached there, and has not deleted the attachment`,
    evidence: [
      proof(attachment, "status.attached", true),
      ...evidenceAgainst(counted),
      proof(attachment, "metadata.deletionTimestamp", null),
    ],
    remedies: [deleteAttachment(attachment)],
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
