import type { JsonObject } from "../objects/json.ts";
import { isObject } from "../objects/json.ts";
import { union } from "./strategic-merge-patch.ts";

/**
 * Server-side apply by a manager that owned nothing before: it sets fields and adds to sets, and so removes nothing.
 * Who owns which field is not modelled.
 */
export function applied(target: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (Array.isArray(value)) result[field] = union(field, result[field] ?? [], value);
    else result[field] = isObject(value) ? applied(result[field], value) : value;
  }
  return result;
}
