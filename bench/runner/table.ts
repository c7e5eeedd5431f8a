import type { Cost } from "./measure.ts";
import type { Outcome } from "./rounds.ts";

/** Medians of the rounds, with their least and their greatest. */
export interface Figures {
  readonly name: string;
  readonly seconds: Spread;
  readonly cpu: Spread;
  /** MB, of 1,000,000 bytes. */
  readonly memory: Spread;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
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

/** A Markdown table; ratios are to the first row. */
export function table(rows: readonly Figures[]): string {
  const [base] = rows;
  if (base === undefined) return "";
  const header = ["", "wall, ratio", "wall, s", "user+sys, s", "peak RSS, MB"];
  const lines = rows.map(({ name, seconds, cpu, memory }) => [
    name,
    `${(seconds.median / base.seconds.median).toFixed(2)}x`,
    told(seconds, 3),
    told(cpu, 2),
    told(memory, 0),
  ]);
  return [header, header.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |\n`).join("");
}

function told({ median, least, most }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
