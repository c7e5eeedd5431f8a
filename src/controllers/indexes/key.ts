/** One key of several parts, such as namespace and name. No two different lists of parts give the same key. */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
