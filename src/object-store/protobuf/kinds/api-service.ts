import type { apiServices } from "../../../model/index.ts";
import { type FieldsFor, message, text } from "../field.ts";
import { conditions } from "./conditions.ts";

/** kubernetes/kube-aggregator pkg/apis/apiregistration/v1/generated.proto APIService (v1.36). */
export const apiService = {
  spec: message(2, {
    group: text(2, "omitempty"),
    version: text(3, "omitempty"),
    service: message(1, { namespace: text(1, "omitempty"), name: text(2, "omitempty") }),
  }),
  status: message(3, { conditions: conditions(1, 3) }),
} as const satisfies FieldsFor<(typeof apiServices)["fields"]>;
