/** Whether an untrusted value is a JSON object. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an object itself says of a field, never what its prototype says. */
export function own(record: { readonly [key: string]: unknown }, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}
