import type { Expected } from "../generator/item.ts";
import { differences } from "./findings.ts";
import { type Cost, type Environment, measured } from "./measure.ts";
import type { Counters, Manner, PageServer } from "./server.ts";
import type { Variant } from "./variant.ts";

export interface Outcome {
  readonly variant: Variant;
  readonly costs: readonly Cost[];
  /** Of the last round. */
  readonly counters: Counters;
}

export interface Means {
  readonly program: string;
  readonly folder: string;
  readonly env: Environment;
  readonly expected: readonly Expected[];
  server(manner: Manner): PageServer;
}

/** Runs all variants in turn, A B C A B C …, so that what else the machine does meets all of them alike. */
export async function inTurns(
  variants: readonly Variant[],
  rounds: number,
  means: Means,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Variant, { costs: Cost[]; counters: Counters }>();
  for (let round = 0; round <= rounds; round++) {
    for (const variant of variants) {
      const { cost, counters } = await once(variant, means);
      const known = outcomes.get(variant) ?? { costs: [], counters };
      // The first round warms the caches of the operating system, and counts for nobody.
      if (round > 0) known.costs.push(cost);
      outcomes.set(variant, { ...known, counters });
      const which = round === 0 ? "warm-up" : `round ${round} of ${rounds}`;
      process.stderr.write(`${which}: ${variant.name} ${cost.seconds.toFixed(3)} s\n`);
    }
  }
  return [...outcomes].map(([variant, outcome]) => ({ variant, ...outcome }));
}

async function once(variant: Variant, { program, folder, env, expected, server }: Means) {
  const keeps = variant.prints === "findings" ? "output" : "nothing";
  await server(variant.server).counters();
  const { cost, output } = await measured(program, folder, variant.argv, env, keeps);
  const counters = await server(variant.server).counters();
  if (cost.code !== 0) throw new Error(`${variant.argv.join(" ")} ended with ${cost.code}`);
  const wrong = variant.prints === "findings" ? differences(output, expected) : [];
  if (wrong.length > 0)
    throw new Error(`${variant.name}: ${wrong.length} findings are wrong\n${wrong.slice(0, 40).join("\n")}`);
  return { cost, counters };
}
