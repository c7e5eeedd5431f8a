import type { storageClasses } from "../../../model/index.ts";
import { type FieldsFor, flag, text } from "../field.ts";

/** kubernetes/api storage/v1/generated.proto StorageClass (v1.36). */
export const storageClass = {
  provisioner: text(2),
  reclaimPolicy: text(4),
  volumeBindingMode: text(7),
  allowVolumeExpansion: flag(6),
} as const satisfies FieldsFor<(typeof storageClasses)["fields"]>;
