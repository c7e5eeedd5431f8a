import { letsGo } from "../../define/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, join, nameKey, say, words } from "../../kubernetes/index.ts";
import type { Fate, Holder, IfDeleted, NextStep } from "../../report/index.ts";
import type { Prediction } from "./run.ts";
import type { Move } from "./settle.ts";
import { nextStep } from "./settle.ts";

/** What released the object, and whether it has to be deleted for that. */
export interface Lifted {
  readonly holder: Holder;
  readonly by: "deletion" | "itself";
}

/**
 * Since when: the roots that were lifted before each move, the same list for all moves after one lifting. What comes
 * after a move that its controller puts off is put off as well.
 */
export function stepsOf(moves: readonly Move[], since: readonly (readonly Lifted[])[]): readonly NextStep[] {
  const known = new Map<readonly Lifted[], Wait>();
  return moves.map((move, at) => {
    const roots = since[at] ?? [];
    const before = known.get(roots) ?? { when: whenGone(roots) };
    const wait = isPutOff(move, before)
      ? { when: after(whenGone(roots), move.delay), delay: move.delay }
      : before;
    known.set(roots, wait);
    return nextStep(move, wait.when);
  });
}

interface Wait {
  readonly when: Phrase;
  readonly delay?: Phrase;
}

function isPutOff(move: Move, before: Wait): move is Move & { readonly delay: Phrase } {
  return move.delay !== undefined && move.delay !== before.delay;
}

function after(when: Phrase, delay: Phrase): Phrase {
  return isNow(when) ? delay : say`${when} and ${delay}`;
}

const now = words("now");

export function isNow(when: Phrase): boolean {
  return JSON.stringify(when) === JSON.stringify(now);
}

/** More conditions than this are counted: thousands of pods can name one claim. */
const mostNamed = 8;

/** The condition of what comes after these. */
function whenGone(roots: readonly Lifted[]): Phrase {
  if (roots.length === 0) return now;
  const all = distinct(roots.map(({ holder, by }) => letsGo(holder, by)));
  const left = all.length - mostNamed;
  const named = all.slice(0, mostNamed);
  return join(left > 0 ? [...named, say`when ${left} more conditions are met`] : named, " and ");
}

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
