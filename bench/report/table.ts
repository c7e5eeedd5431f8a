import type { Outcome } from "../runner/rounds.ts";
import type { Spread } from "./figures.ts";
import { figures } from "./figures.ts";

/** A Markdown table: medians, with the least and the greatest. Ratios are to the first row. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(figures);
  const [base] = rows;
  if (base === undefined) return "";
  return markdown(
    ["", "wall, ratio", "wall, s", "user+sys, s", "peak RSS, MB"],
    rows.map(({ name, seconds, cpu, memory }) => [
      name,
      `${(seconds.median / base.seconds.median).toFixed(2)}x`,
      told(seconds, 3),
      told(cpu, 2),
      told(memory, 0),
    ]),
  );
}

export function markdown(header: readonly string[], lines: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |\n`).join("");
}

function told({ median, least, most }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
