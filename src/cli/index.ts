import type { Host } from "./host/host.ts";
import { loadedAlone } from "./loaded-alone.ts";
import { run as runWith } from "./run.ts";

export type { Host, Pager } from "./host/host.ts";

export async function run(argv: readonly string[], host: Host): Promise<number> {
  const alone = loadedAlone(argv[0]);
  if (alone === undefined) return await runWith(argv, host, await every());
  if (!argv.some((word) => word.startsWith("--from"))) beginToLoadTheWay();
  return await runWith(argv, host, [await alone()]);
}

async function every() {
  const { commands } = await import("../commands/all.ts");
  return commands;
}

/** The way to a cluster is read from the disk while the command line is being understood. */
function beginToLoadTheWay(): void {
  import("../sources/live/index.ts").catch(() => {});
}
