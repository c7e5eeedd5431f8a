/** Every order of these. */
export function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length < 2) yield items;
  else {
    for (const [position, first] of items.entries()) {
      for (const rest of permutations(items.toSpliced(position, 1))) yield [first, ...rest];
    }
  }
}

/** Every order within each group; the groups stay one after the other. */
export function* ordersWithin<T>(groups: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [group, ...others] = groups;
  if (group === undefined) yield [];
  else {
    for (const first of permutations(group)) {
      for (const rest of ordersWithin(others)) yield [...first, ...rest];
    }
  }
}
