import type { deployments } from "../../../model/index.ts";
import { type FieldsFor, integer, message } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api apps/v1/generated.proto Deployment (v1.36). */
export const deployment = {
  spec: message(2, { replicas: integer(1), template: podTemplate(3) }),
  status: message(3, { replicas: integer(2, "omitempty"), readyReplicas: integer(7, "omitempty") }),
} as const satisfies FieldsFor<(typeof deployments)["fields"]>;
