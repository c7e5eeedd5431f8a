import type { csiDrivers } from "../../../model/index.ts";
import { type FieldsFor, flag, message } from "../field.ts";

/** kubernetes/api storage/v1/generated.proto CSIDriver (v1.36). */
export const csiDriver = {
  spec: message(2, { attachRequired: flag(1), storageCapacity: flag(4) }),
} as const satisfies FieldsFor<(typeof csiDrivers)["fields"]>;
