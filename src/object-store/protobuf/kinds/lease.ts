import type { leases } from "../../../model/index.ts";
import { type FieldsFor, integer, message, microTime, text } from "../field.ts";

/** kubernetes/api coordination/v1/generated.proto Lease (v1.36). */
export const lease = {
  spec: message(2, {
    holderIdentity: text(1),
    renewTime: microTime(4),
    leaseDurationSeconds: integer(2),
  }),
} as const satisfies FieldsFor<(typeof leases)["fields"]>;
