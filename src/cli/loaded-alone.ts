import type { Command } from "../commands/index.ts";

/**
 * The commands that are asked most, each without the others: nothing is loaded for it that is theirs alone. For every
 * other word there is the registry.
 */
export function loadedAlone(name: string | undefined): (() => Promise<Command>) | undefined {
  switch (name) {
    case "why":
      return async () => (await import("../commands/why.command.ts")).why;
    case "audit":
      return async () => (await import("../commands/audit.command.ts")).audit;
    default:
      return undefined;
  }
}
