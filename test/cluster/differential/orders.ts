import fc from "fast-check";

/** Every order of these. */
function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length < 2) yield items;
  else {
    for (const [position, first] of items.entries()) {
      for (const rest of permutations(items.toSpliced(position, 1))) yield [first, ...rest];
    }
  }
}

/** Every order within each group; the groups stay one after the other. */
function* ordersWithin<T>(groups: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [group, ...others] = groups;
  if (group === undefined) yield [];
  else {
    for (const first of permutations(group)) {
      for (const rest of ordersWithin(others)) yield [...first, ...rest];
    }
  }
}

/** Of more orders than these, only so many are tried. */
const most = 500;

/** Every order within each group, with every order of the items; some of them, when there are very many. */
export function* someOf<T, U>(
  groups: readonly (readonly T[])[],
  items: readonly U[],
): Generator<readonly [readonly T[], readonly U[]]> {
  const count = [...groups, items].reduce((product, { length }) => product * factorial(length), 1);
  if (count > 10 * most) yield* drawn(groups, items);
  else {
    for (const order of ordersWithin(groups)) {
      for (const sequence of permutations(items)) yield [order, sequence];
    }
  }
}

function factorial(count: number): number {
  return count < 2 ? 1 : count * factorial(count - 1);
}

function* drawn<T, U>(
  groups: readonly (readonly T[])[],
  items: readonly U[],
): Generator<readonly [readonly T[], readonly U[]]> {
  yield [groups.flat(), items];
  const orders = fc.tuple(fc.tuple(...groups.map(shuffled)), shuffled(items));
  for (const [order, sequence] of fc.sample(orders, { seed: 1, numRuns: most }))
    yield [order.flat(), sequence];
}

function shuffled<T>(items: readonly T[]): fc.Arbitrary<readonly T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
}
