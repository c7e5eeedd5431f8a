import type { Cost } from "../runner/measure.ts";
import type { Outcome } from "../runner/rounds.ts";

/** The median of the rounds, with their least and their greatest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Figures {
  readonly name: string;
  readonly seconds: Spread;
  readonly cpu: Spread;
  /** MB, of 1,000,000 bytes. */
  readonly memory: Spread;
}

export function figures({ variant, costs }: Outcome): Figures {
  const of = (value: (cost: Cost) => number) => spread(costs.map(value));
  return {
    name: variant.name,
    seconds: of(({ seconds }) => seconds),
    cpu: of(({ user, system }) => user + system),
    memory: of(({ peakMemory }) => peakMemory / 1e6),
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { median, least: at(0), most: at(sorted.length - 1) };
}
