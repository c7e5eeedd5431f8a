import type { JsonObject } from "../objects/json.ts";
import { isObject } from "../objects/json.ts";
import { refusal } from "../objects/refusal.ts";

const deletion = "$deleteFromPrimitiveList/";
const order = "$setElementOrder/";

/**
 * Objects are merged and null removes. Of lists, only the finalizers are modelled: they are a set, to which a patch adds,
 * and from which it takes by `$deleteFromPrimitiveList`. Compare kubernetes/apimachinery
 * pkg/util/strategicpatch/patch.go `StrategicMergePatch` (v1.36).
 */
export function strategicMergePatch(target: unknown, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith(order)) continue;
    if (field.startsWith(deletion)) {
      const list = field.slice(deletion.length);
      if (Array.isArray(result[list]))
        result[list] = textsOf(list, result[list]).filter((entry) => !textsOf(list, value).includes(entry));
    } else if (value === null) delete result[field];
    else if (Array.isArray(value)) result[field] = union(field, result[field] ?? [], value);
    else result[field] = isObject(value) ? strategicMergePatch(result[field], value) : value;
  }
  return result;
}

export function union(field: string, old: unknown, added: unknown): readonly string[] {
  return [...new Set([...textsOf(field, old), ...textsOf(field, added)])];
}

function textsOf(field: string, value: unknown): readonly string[] {
  const isModelled = field === "finalizers" && Array.isArray(value);
  if (!isModelled) throw refusal(501, undefined, `this server does not know how the list ${field} is merged`);
  return value.map(String);
}
