/** Items that belong together: at least one. */
export type Group<T> = readonly [T, ...T[]];

/** Items with the same key together, in the order in which each key was first met. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] {
  return [...byKey(items, (item) => [keyOf(item)]).values()];
}

/** The items that have each key, of which an item can have several. */
export function byKey<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
): ReadonlyMap<string, Group<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

/** Neighbours with the same key together. */
export function runs<T>(items: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] {
  const groups: [T, ...T[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && keyOf(last[0]) === keyOf(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}
