import {
  type Fate,
  type Hold,
  type IfDeleted,
  nameKey,
  type ObjectRef,
  type Phrase,
  words,
} from "../model/index.ts";
import { whenLifted } from "./lifted.ts";
import type { Prediction } from "./predict.ts";

/**
 * What a deleted object and its data wait for, one after the other. Where no step decides over the data, that is decided
 * when the object goes.
 *
 * @param since what has let go before any of the steps
 */
export function waitsOf(
  ref: ObjectRef,
  stays: boolean,
  { steps }: Prediction,
  since: readonly Hold[],
  fate: Fate | undefined,
): Pick<IfDeleted, "goesWhen" | "decidedWhen"> {
  const before = since.length === 0 ? [] : [whenLifted(since)];
  const upTo = (at: number) => distinct([...before, ...steps.slice(0, at + 1).map(({ when }) => when)]);
  const last = steps.findLastIndex(({ object }) => nameKey(object) === nameKey(ref));
  const goesWhen = stays ? [] : upTo(last);
  const decisive = steps.findIndex((step) => step.fate !== undefined && step.fate === fate?.data);
  return { goesWhen, decidedWhen: decisive < 0 ? goesWhen : upTo(decisive) };
}

function distinct(whens: readonly Phrase[]): readonly Phrase[] {
  const all = new Map(whens.map((when) => [JSON.stringify(when), when]));
  all.delete(JSON.stringify(words("now")));
  return [...all.values()];
}
