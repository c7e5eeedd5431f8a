import type { jobs } from "../../../model/index.ts";
import { type FieldsFor, flag, integer, message } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api batch/v1/generated.proto Job (v1.36). */
export const job = {
  spec: message(2, { ttlSecondsAfterFinished: integer(8), suspend: flag(10), template: podTemplate(6) }),
  status: message(3, {
    succeeded: integer(5, "omitempty"),
    failed: integer(6, "omitempty"),
    active: integer(4, "omitempty"),
  }),
} as const satisfies FieldsFor<(typeof jobs)["fields"]>;
