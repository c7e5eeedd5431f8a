import { type Hold, join, type NextStep, type Phrase, say, words } from "../model/index.ts";
import { type Move, nextStep } from "./forward.ts";
import { letsGo } from "./words.ts";

/** A root that was let go, and whether somebody has to delete for that what lives. */
export interface Lifted {
  readonly hold: Hold;
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

/** The condition of what comes after these. */
export function whenLifted(roots: readonly Hold[]): Phrase {
  return whenGone(roots.map((hold) => ({ hold, by: "itself" })));
}

/** More conditions than this are counted: thousands of pods can name one claim. */
const mostNamed = 8;

function whenGone(roots: readonly Lifted[]): Phrase {
  if (roots.length === 0) return words("now");
  const all = distinct(roots.map(({ hold, by }) => letsGo(hold.holder, by)));
  const left = all.length - mostNamed;
  const named = all.slice(0, mostNamed);
  return join(left > 0 ? [...named, say`when ${left} more let go`] : named, " and ");
}

function distinct(phrases: readonly Phrase[]): readonly Phrase[] {
  return [...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values()];
}
