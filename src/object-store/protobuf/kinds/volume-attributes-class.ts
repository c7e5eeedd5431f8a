import type { volumeAttributesClasses } from "../../../model/index.ts";
import { type FieldsFor, text } from "../field.ts";

/** kubernetes/api storage/v1/generated.proto VolumeAttributesClass; storage/v1beta1 has the same numbers (v1.36). */
export const volumeAttributesClass = {
  driverName: text(2),
} as const satisfies FieldsFor<(typeof volumeAttributesClasses)["fields"]>;
