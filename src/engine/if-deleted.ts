import { distinct, type Fate, type IfDeleted, nameKey, type ObjectRef } from "../model/index.ts";
import { isNow, type Lifted, whenGone } from "./lifted.ts";
import type { Prediction } from "./predict.ts";

/**
 * What a deleted object and its data wait for, one after the other. Where no step decides over the data, that is decided
 * when the object is deleted.
 *
 * @param since what has ended before any of the steps
 */
export function waitsOf(
  ref: ObjectRef,
  stays: boolean,
  { steps }: Prediction,
  since: readonly Lifted[],
  fate: Fate | undefined,
): Pick<IfDeleted, "goesWhen" | "decidedWhen"> {
  const before = since.length === 0 ? [] : [whenGone(since)];
  const upTo = (at: number) =>
    distinct([...before, ...steps.slice(0, at + 1).map(({ when }) => when)].filter((when) => !isNow(when)));
  const last = steps.findLastIndex(({ object }) => nameKey(object) === nameKey(ref));
  const goesWhen = stays ? [] : upTo(last);
  const decisive = steps.findIndex((step) => step.fate !== undefined && step.fate === fate?.data);
  return { goesWhen, decidedWhen: decisive < 0 ? goesWhen : upTo(decisive) };
}
