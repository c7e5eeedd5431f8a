import { commands } from "../commands/index.ts";
import type { Host } from "./host/host.ts";
import { run as runWith } from "./run.ts";

export type { Host } from "./host/host.ts";

export function run(argv: readonly string[], host: Host): Promise<number> {
  return runWith(argv, host, commands);
}
