import type { daemonSets } from "../../../model/index.ts";
import { type FieldsFor, integer, message } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api apps/v1/generated.proto DaemonSet (v1.36). */
export const daemonSet = {
  spec: message(2, { template: podTemplate(2) }),
  status: message(3, { numberReady: integer(4), desiredNumberScheduled: integer(3) }),
} as const satisfies FieldsFor<(typeof daemonSets)["fields"]>;
