import { delimiter } from "node:path";
import type { Expected } from "../generator/item.ts";
import { differences } from "./findings.ts";
import type { Cost, Environment } from "./measure.ts";
import { measured } from "./measure.ts";
import type { Counters, Manner, PageServer } from "./server.ts";
import type { Variant } from "./variant.ts";

export interface Outcome {
  readonly variant: Variant;
  readonly costs: readonly Cost[];
  /** Of the last round, if there was a server. */
  readonly counters: Counters | undefined;
}

interface Means {
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
  const costs = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]));
  const counted = new Map<Variant, Counters>();
  for (const { warmUp, ...variant } of variants)
    await once({ ...variant, argv: warmUp ?? variant.argv }, means);
  for (let round = 1; round <= rounds; round++) {
    for (const variant of variants) {
      if (round > (variant.rounds ?? rounds)) continue;
      const { cost, counters } = await once(variant, means);
      costs.get(variant)?.push(cost);
      if (counters !== undefined) counted.set(variant, counters);
      process.stderr.write(`round ${round} of ${rounds}: ${variant.name} ${cost.seconds.toFixed(3)} s\n`);
    }
  }
  return variants.map((variant) => ({
    variant,
    costs: costs.get(variant) ?? [],
    counters: counted.get(variant),
  }));
}

function environment(env: Environment, { path }: Variant): Environment {
  return path === undefined ? env : { ...env, PATH: [path, env.PATH ?? ""].join(delimiter) };
}

async function once(variant: Variant, { program, folder, env, expected, server }: Means) {
  const keeps = variant.prints === "findings" ? "output" : "nothing";
  const asked = variant.server === undefined ? undefined : server(variant.server);
  await asked?.counters();
  const { cost, output } = await measured(program, folder, variant.argv, environment(env, variant), keeps);
  const counters = await asked?.counters();
  if (cost.code !== 0) throw new Error(`${variant.argv.join(" ")} ended with ${cost.code}`);
  const wrong = variant.prints === "findings" ? differences(output, expected) : [];
  if (wrong.length > 0)
    throw new Error(`${variant.name}: ${wrong.length} findings are wrong\n${wrong.slice(0, 40).join("\n")}`);
  return { cost, counters };
}
