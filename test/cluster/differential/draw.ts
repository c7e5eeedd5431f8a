import fc from "fast-check";

/** Draws states from a seed, each with what fast-check needs to shrink it. */
export function draw<State>(
  states: fc.Arbitrary<State>,
  seed: number,
  count: number,
): readonly fc.Value<State>[] {
  return fc.sample(new Shrinkable(states), { seed, numRuns: count });
}

/** An arbitrary whose values are those of another, and know how they were made. */
class Shrinkable<State> extends fc.Arbitrary<fc.Value<State>> {
  readonly #states: fc.Arbitrary<State>;

  constructor(states: fc.Arbitrary<State>) {
    super();
    this.#states = states;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<fc.Value<State>> {
    return new fc.Value(this.#states.generate(random, bias), undefined);
  }

  override canShrinkWithoutContext(_: unknown): _ is fc.Value<State> {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<fc.Value<State>>> {
    return fc.Stream.nil();
  }
}
