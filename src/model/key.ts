/**
 * One key of several parts, such as namespace and name. No two different lists of parts give the same key: how long each
 * part is stands before it. It is made for every object and every question, so that it must cost little.
 */
export function keyOf(...parts: readonly string[]): string {
  let key = "";
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** The parts of which `keyOf` made a key. */
export function partsOfKey(key: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < key.length; ) {
    const colon = key.indexOf(":", at);
    const begin = colon + 1;
    const end = begin + Number(key.slice(at, colon));
    parts.push(key.slice(begin, end));
    at = end;
  }
  return parts;
}
