/**
 * One key of several parts, such as namespace and name. No two different lists of parts give the same key: how long each
 * part is stands before it. It is made for every object and every question, so that it must cost little.
 */
export function keyOf(...parts: readonly string[]): string {
  let key = "";
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}
