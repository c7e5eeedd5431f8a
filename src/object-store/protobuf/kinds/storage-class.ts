import type { storageClasses } from "../../../model/index.ts";
import { type FieldsFor, flag, messages, text, texts } from "../field.ts";

/** kubernetes/api storage/v1/generated.proto StorageClass (v1.36). */
export const storageClass = {
  provisioner: text(2),
  reclaimPolicy: text(4),
  volumeBindingMode: text(7),
  allowVolumeExpansion: flag(6),
  allowedTopologies: messages(8, { matchLabelExpressions: messages(1, { key: text(1), values: texts(2) }) }),
} as const satisfies FieldsFor<(typeof storageClasses)["fields"]>;
