import type { JsonObject } from "../objects/json.ts";
import { isObject } from "../objects/json.ts";

/** RFC 7386: null removes, lists are replaced. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else result[field] = isObject(value) ? mergePatch(result[field], value) : value;
  }
  return result;
}
