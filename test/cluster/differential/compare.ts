import type fc from "fast-check";
import type { Api } from "../support/api.ts";
import type { Outcome } from "./batch.ts";
import { batch } from "./batch.ts";
import { draw } from "./draw.ts";
import type { Freed } from "./free/free.ts";
import { free } from "./free/free.ts";
import { shrink } from "./shrink.ts";
import type { Trial } from "./trial.ts";

export const seed = Number(process.env.PVGUARD_E2E_SEED ?? 1);
export const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 700);

/** A state about which the models and the real controllers disagreed twice. */
interface Disagreement<State> {
  readonly first: Outcome<State>;
  readonly again: Outcome<State>;
  /** The smallest state that was found to disagree too. */
  readonly smallest: Outcome<State>;
}

export interface Comparison<State> {
  readonly outcomes: readonly Outcome<State>[];
  /** Planted again, they agreed: a race came out otherwise than any model's order. */
  readonly once: readonly Outcome<State>[];
  readonly twice: readonly Disagreement<State>[];
  readonly freed: Freed;
}

/** At most so many are made smaller, for so long. */
const shrunk = { count: 5, seconds: 120 };

/** Compares the models with the real controllers from many states at once; what disagrees is planted a second time. */
export async function compare<State>(
  api: Api,
  trial: Trial<State>,
  count = runs,
): Promise<Comparison<State>> {
  const drawn = draw(trial.states, seed, count);
  const states = drawn.map(({ value_ }) => value_);
  const outcomes = await batch(api, trial, 0, states);
  const freed = await free(api, trial, outcomes);
  const suspects = drawn.flatMap((value, position) => {
    const first = outcomes[position];
    return first?.disagreement === undefined ? [] : [{ value, first }];
  });
  const judged = suspects.length === 0 ? [] : await plantAgain(api, trial, suspects);
  const wrong = judged.filter(({ again }) => again.disagreement !== undefined);
  return {
    outcomes,
    once: judged.filter(({ again }) => again.disagreement === undefined).map(({ first }) => first),
    twice: await madeSmaller(api, trial, wrong),
    freed,
  };
}

interface Suspect<State> {
  readonly value: fc.Value<State>;
  readonly first: Outcome<State>;
}

type Judged<State> = Suspect<State> & { readonly again: Outcome<State> };

async function plantAgain<State>(
  api: Api,
  trial: Trial<State>,
  suspects: readonly Suspect<State>[],
): Promise<readonly Judged<State>[]> {
  const states = suspects.map(({ first }) => first.state);
  const repeated = await batch(api, trial, 1, states);
  return suspects.flatMap((suspect, position) => {
    const again = repeated[position];
    return again === undefined ? [] : [{ ...suspect, again }];
  });
}

async function madeSmaller<State>(
  api: Api,
  trial: Trial<State>,
  wrong: readonly Judged<State>[],
): Promise<readonly Disagreement<State>[]> {
  const found = wrong.slice(0, shrunk.count).map(({ value, again }) => ({ value, outcome: again }));
  const smallest = await shrink(api, trial, found, { firstRound: 2, seconds: shrunk.seconds });
  return wrong.map(({ first, again }, position) => ({
    first,
    again,
    smallest: smallest[position] ?? again,
  }));
}
