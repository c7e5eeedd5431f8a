import { attacherFinalizer } from "../../../controllers/index.ts";
import { remedy } from "../../../engine/index.ts";
import {
  type Evidence,
  type Phrase,
  proof,
  type RemedyCall,
  say,
  type VolumeAttachment,
} from "../../../model/index.ts";

export function drop(
  attachment: VolumeAttachment,
  safety: "risky" | "loses-data",
  because: string,
): RemedyCall {
  const finalizer = attacherFinalizer(attachment.spec?.attacher ?? "");
  return remedy("drop-finalizer", attachment, {
    finalizer,
    safety,
    because,
    prove:
      "the storage backend proves that the volume is not attached to that machine, or the machine is proven to be off.",
  });
}

export function onNode(attachment: VolumeAttachment): Phrase {
  return say`node/${attachment.spec?.nodeName ?? "?"}`;
}

export function quoted(attachment: VolumeAttachment): Phrase {
  const error = attachment.status?.detachError?.message;
  return error === undefined ? [] : say` (${attachment.spec?.attacher ?? "driver"}: ${error})`;
}

export function errorEvidence(attachment: VolumeAttachment): readonly Evidence[] {
  const error = attachment.status?.detachError?.message;
  return error === undefined ? [] : [proof(attachment, "status.detachError.message", error)];
}
