export interface JsonObject {
  readonly [field: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An empty object for anything else. */
export function objectIn(value: unknown, field: string): JsonObject {
  const found = isObject(value) ? value[field] : undefined;
  return isObject(found) ? found : {};
}

export function textIn(value: unknown, field: string): string | undefined {
  const found = isObject(value) ? value[field] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The strings of a list; none for anything else. */
export function textsIn(value: unknown, field: string): readonly string[] {
  const found = isObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found.filter((entry) => typeof entry === "string") : [];
}

export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}
