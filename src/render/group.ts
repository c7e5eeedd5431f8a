/** Items with the same key together, in the order in which each key was first met. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Neighbours with the same key together. */
export function runs<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && keyOf(first) === keyOf(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}
