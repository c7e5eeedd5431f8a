import type { replicaSets } from "../../../model/index.ts";
import { type FieldsFor, integer, message } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api apps/v1/generated.proto ReplicaSet (v1.36). */
export const replicaSet = {
  spec: message(2, { replicas: integer(1), template: podTemplate(3) }),
} as const satisfies FieldsFor<(typeof replicaSets)["fields"]>;
