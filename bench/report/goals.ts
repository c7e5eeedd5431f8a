/** How much longer than another command in the same run a command may take: see docs/adr/0021-one-program.md. */
import type { Outcome } from "../runner/rounds.ts";
import { figures } from "./figures.ts";

interface Goal {
  /** As `Variant.id`. */
  readonly of: string;
  readonly to: string;
  readonly most: number;
}

const goals: readonly Goal[] = [
  { of: "version", to: "node", most: 1.5 },
  { of: "why", to: "kubectl", most: 2.6 },
];

interface Held {
  readonly told: string;
  readonly is: "met" | "missed";
}

/** What is measured with a Node.js is held against what is measured with the same one, where that is. */
export function goalsOf(outcomes: readonly Outcome[]): readonly Held[] {
  return goals.flatMap(({ of, to, most }) =>
    outcomes
      .filter(({ variant }) => variant.id === of)
      .flatMap((outcome) => {
        const others = outcomes.filter(({ variant }) => variant.id === to);
        const base = others.find(({ variant }) => variant.path === outcome.variant.path) ?? others[0];
        if (base === undefined) return [];
        const [one, other] = [figures(outcome), figures(base)];
        const ratio = one.seconds.median / other.seconds.median;
        const is = ratio <= most ? "met" : "missed";
        const told = `${one.name}: ${ratio.toFixed(2)}x ${other.name}, at most ${most}x: ${is}`;
        return [{ told, is } as const];
      }),
  );
}
