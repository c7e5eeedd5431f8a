import { attacherFinalizer } from "../../../controllers/index.ts";
import type { Danger } from "../../../define/index.ts";
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
