import type { Snapshot } from "../../../src/cluster/index.ts";
import type { Api } from "../support/api.ts";
import { disagreement } from "./disagreement.ts";
import { observe } from "./observe.ts";
import type { Prediction } from "./predict.ts";
import { predict } from "./predict.ts";
import { rest } from "./rest.ts";
import { plantSentinel } from "./sentinel.ts";
import { byState, stateName } from "./states.ts";
import type { Trial } from "./trial.ts";

/** How one state came out. */
export interface Outcome<State> {
  readonly name: string;
  readonly state: State;
  readonly prediction: Prediction;
  readonly after: Snapshot;
  /** Nothing where the models agree. */
  readonly disagreement: string | undefined;
}

/** Plants states, predicts their ends, lets the real controllers run until they rest, and compares. */
export async function batch<State>(
  api: Api,
  trial: Trial<State>,
  round: number,
  states: readonly State[],
): Promise<readonly Outcome<State>[]> {
  await trial.stopControllers();
  const named = states.map((state, position) => ({ state, name: stateName(round, position) }));
  await Promise.all(named.map(({ state, name }) => trial.plant(state, name)));
  const begun = await plantSentinel(api, stateName(round, "sentinel"));
  const before = await seen(api, trial, named);
  const predictions = named.map(({ name }) => predict(name, partOf(before, name), trial));
  await trial.startControllers();
  await begun();
  await rest(api, trial.compared, 8);
  const after = await seen(api, trial, named);
  const destroyed = trial.destroyed?.();
  return predictions.map((prediction, position) => {
    const { name } = prediction;
    const end = partOf(after, name);
    return {
      name,
      state: states[position] as State,
      prediction,
      after: end,
      disagreement: disagreement(prediction, end, destroyed),
    };
  });
}

async function seen<State>(
  api: Api,
  { homeOf }: Trial<State>,
  named: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string, Snapshot>> {
  const names = named.map(({ name }) => name);
  return byState(await observe(api), names, homeOf);
}

function partOf(parts: ReadonlyMap<string, Snapshot>, name: string): Snapshot {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`no state was planted as ${name}`);
  return part;
}
