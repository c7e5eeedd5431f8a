import type { namespaces } from "../../../model/index.ts";
import { type FieldsFor, message, text, texts } from "../field.ts";
import { conditions } from "./conditions.ts";

/** kubernetes/api core/v1/generated.proto Namespace (v1.36). */
export const namespace = {
  spec: message(2, { finalizers: texts(1) }),
  status: message(3, { phase: text(1, "omitempty"), conditions: conditions(2, 4) }),
} as const satisfies FieldsFor<(typeof namespaces)["fields"]>;
