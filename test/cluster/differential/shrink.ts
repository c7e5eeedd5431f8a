import type fc from "fast-check";
import type { Api } from "../support/api.ts";
import type { Outcome } from "./batch.ts";
import { batch } from "./batch.ts";
import type { Trial } from "./trial.ts";

/** A state that disagrees, with what fast-check needs to make it smaller. */
interface Shrinkable<State> {
  readonly value: fc.Value<State>;
  readonly outcome: Outcome<State>;
}

const mostCandidates = 40;

/** Makes states smaller as long as they still disagree, all at once and round after round, for so many seconds. */
export async function shrink<State>(
  api: Api,
  trial: Trial<State>,
  found: readonly Shrinkable<State>[],
  { firstRound, seconds }: { readonly firstRound: number; readonly seconds: number },
): Promise<readonly Outcome<State>[]> {
  const smallest = [...found];
  let open = found.map((_, position) => position);
  const end = performance.now() + seconds * 1000;
  for (let round = firstRound; open.length > 0 && performance.now() < end; round += 1) {
    const tries = open.flatMap((position) => candidates(trial, smallest[position], position));
    const outcomes = await batch(
      api,
      trial,
      round,
      tries.map(({ value }) => value.value_),
    );
    const worse = tries.flatMap(({ value, position }, index) => {
      const outcome = outcomes[index];
      return outcome?.disagreement === undefined ? [] : [{ position, smaller: { value, outcome } }];
    });
    open = open.filter((position) => {
      const first = worse.find((candidate) => candidate.position === position);
      if (first !== undefined) smallest[position] = first.smaller;
      return first !== undefined;
    });
  }
  return smallest.map(({ outcome }) => outcome);
}

function candidates<State>(
  { states }: Trial<State>,
  found: Shrinkable<State> | undefined,
  position: number,
): readonly { readonly position: number; readonly value: fc.Value<State> }[] {
  if (found === undefined) return [];
  const { value } = found;
  const smaller = states.shrink(value.value_, value.context).take(mostCandidates);
  return [...smaller].map((each) => ({ position, value: each }));
}
