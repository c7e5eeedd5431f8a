import type { volumeAttachments } from "../../../model/index.ts";
import { type FieldsFor, flag, integer, message, text, time } from "../field.ts";

function error(number: number) {
  return message(number, { message: text(2, "omitempty"), time: time(1), errorCode: integer(3) });
}

/** kubernetes/api storage/v1/generated.proto VolumeAttachment, VolumeError (v1.36). */
export const volumeAttachment = {
  spec: message(2, {
    attacher: text(1),
    nodeName: text(3),
    source: message(2, { persistentVolumeName: text(1) }),
  }),
  status: message(3, { attached: flag(1), attachError: error(3), detachError: error(4) }),
} as const satisfies FieldsFor<(typeof volumeAttachments)["fields"]>;
