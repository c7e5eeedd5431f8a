import type { Host } from "./host/host.ts";
import { loadedAlone } from "./loaded-alone.ts";
import { run as runWith } from "./run.ts";

export type { Host } from "./host/host.ts";

export async function run(argv: readonly string[], host: Host): Promise<number> {
  const alone = await loadedAlone(argv[0]);
  return await runWith(argv, host, alone === undefined ? await every() : [alone]);
}

async function every() {
  const { commands } = await import("../commands/all.ts");
  return commands;
}
