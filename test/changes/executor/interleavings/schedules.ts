/** Where others can act while the writer is at work. */
export const gates = [
  "before the check",
  "after the check",
  "after the last read",
  "while the server writes",
  "before the server deletes",
  "at the end",
] as const;

export type Gate = (typeof gates)[number];

/** Who acts at which gate, in order. */
export type Schedule<A extends string> = readonly (readonly [Gate, A])[];

/** Every order in which these can happen; the steps of one actor stay in their own order. */
export function schedules<A extends string>(actors: readonly (readonly A[])[]): readonly Schedule<A>[] {
  return merges(actors).flatMap((order) => placed(order, 0));
}

function merges<A>(actors: readonly (readonly A[])[]): readonly (readonly A[])[] {
  const open = actors.filter((steps) => steps.length > 0);
  if (open.length === 0) return [[]];
  return open.flatMap((steps) => {
    const [first, ...rest] = steps;
    const others = open.map((each) => (each === steps ? rest : each));
    return first === undefined ? [] : merges(others).map((order) => [first, ...order]);
  });
}

function placed<A extends string>(order: readonly A[], from: number): readonly Schedule<A>[] {
  const [first, ...rest] = order;
  if (first === undefined) return [[]];
  return gates
    .map((gate, at) => [gate, at] as const)
    .slice(from)
    .flatMap(([gate, at]) => placed(rest, at).map((later): Schedule<A> => [[gate, first], ...later]));
}
