import { type Holder, join, type NextStep, type Phrase, say, words } from "../model/index.ts";
import { type Move, nextStep } from "./forward.ts";
import { letsGo } from "./words.ts";

/** Who let go, and whether somebody has to delete for that what lives. */
export interface Lifted {
  readonly holder: Holder;
  readonly by: "deletion" | "itself";
}

/** Since when: the roots that were lifted before each move, the same list for all moves after one lifting. */
export function stepsOf(moves: readonly Move[], since: readonly (readonly Lifted[])[]): readonly NextStep[] {
  const known = new Map<readonly Lifted[], Phrase>();
  return moves.map((move, at) => {
    const roots = since[at] ?? [];
    const when = known.get(roots) ?? whenGone(roots);
    known.set(roots, when);
    return nextStep(move, when);
  });
}

const now = words("now");

export function isNow(when: Phrase): boolean {
  return JSON.stringify(when) === JSON.stringify(now);
}

/** More conditions than this are counted: thousands of pods can name one claim. */
const mostNamed = 8;

/** The condition of what comes after these. */
export function whenGone(roots: readonly Lifted[]): Phrase {
  if (roots.length === 0) return now;
  const all = distinct(roots.map(({ holder, by }) => letsGo(holder, by)));
  const left = all.length - mostNamed;
  const named = all.slice(0, mostNamed);
  return join(left > 0 ? [...named, say`when ${left} more let go`] : named, " and ");
}

function distinct(phrases: readonly Phrase[]): readonly Phrase[] {
  return [...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values()];
}
