import type { Api } from "../support/api.ts";
import { batch, type Outcome } from "./batch.ts";
import { draw } from "./draw.ts";
import { type Freed, free } from "./free/free.ts";
import type { Trial } from "./trial.ts";

export const seed = Number(process.env.PVGUARD_E2E_SEED ?? 1);
export const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 1500);

/** A state about which the models and the real controllers disagreed. */
export interface Disagreement<State> {
  readonly first: Outcome<State>;
  /** How it came out when it was planted again: a race comes out otherwise. */
  readonly again: Outcome<State>;
}

export interface Comparison<State> {
  readonly outcomes: readonly Outcome<State>[];
  readonly disagreements: readonly Disagreement<State>[];
  readonly freed: Freed;
}

/** Compares the models with the real controllers from many states at once; what disagrees is planted a second time. */
export async function compare<State>(
  api: Api,
  trial: Trial<State>,
  count = runs,
): Promise<Comparison<State>> {
  const drawn = draw(trial.states, seed, count).map(({ value_ }) => value_);
  const outcomes = await batch(api, trial, 0, drawn);
  const freed = await free(api, trial, outcomes);
  const suspects = outcomes.filter((outcome) => outcome.disagreement !== undefined);
  if (suspects.length === 0) return { outcomes, disagreements: [], freed };
  const repeated = await batch(
    api,
    trial,
    1,
    suspects.map(({ state }) => state),
  );
  const disagreements = suspects.flatMap((first, position) => {
    const again = repeated[position];
    return again === undefined ? [] : [{ first, again }];
  });
  return { outcomes, disagreements, freed };
}
