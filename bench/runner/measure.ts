import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a process took, by the operating system's account. */
export interface Cost {
  readonly code: number;
  readonly seconds: number;
  readonly user: number;
  readonly system: number;
  /** Bytes. */
  readonly peakMemory: number;
}

interface Measured {
  readonly cost: Cost;
  readonly output: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs a command to its end. What it prints goes to a file, so that no reader has to keep up with it. */
export async function measured(
  program: string,
  folder: string,
  argv: readonly string[],
  env: Environment,
  keeps: "output" | "nothing",
): Promise<Measured> {
  const costs = join(folder, "cost.json");
  const path = keeps === "output" ? join(folder, "output") : "/dev/null";
  const output = openSync(path, "w");
  const child = spawn(program, ["measure", costs, ...argv], { env, stdio: ["ignore", output, "inherit"] });
  await once(child, "exit");
  closeSync(output);
  if (child.exitCode !== 0) throw new Error(`${argv.join(" ")} could not be measured`);
  return {
    cost: JSON.parse(readFileSync(costs, "utf8")) as Cost,
    output: keeps === "output" ? readFileSync(path, "utf8") : "",
  };
}
