import type { Command } from "../commands/index.ts";
import type { Host } from "./host/host.ts";
import { run as runWith } from "./run.ts";

export type {
  ListenAddress,
  Listening,
  PageAnswer,
  PageRequest,
  SecureAddress,
  SecureRequest,
} from "../commands/index.ts";
export type { Host, Pager } from "./host/host.ts";

/** Nothing is loaded for the commands that are asked most that is another command's. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const [name] = argv;
  if ((name === "why" || name === "audit") && !argv.some((word) => word.startsWith("--from")))
    beginToLoadTheWay();
  return await runWith(argv, host, await commandsFor(name));
}

async function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  switch (name) {
    case "why":
      return [(await import("../commands/why.command.ts")).why];
    case "audit":
      return [(await import("../commands/audit.command.ts")).audit];
    default:
      return (await import("../commands/all.ts")).commands;
  }
}

/** The way to a cluster is read from the disk while the command line is being understood. */
function beginToLoadTheWay(): void {
  import("../reading/live/index.ts").catch(() => {});
}
