import type { Plugin } from "esbuild";
import { commandHelp, globalOptions, rootHelp } from "../src/cli/help/help.ts";
import { commands } from "../src/commands/all.ts";

/** What help there is, by what it is about. */
function helpBySubject(): Readonly<Record<string, string>> {
  const ofCommands = commands.map((command) => [command.name, commandHelp(command)] as const);
  return Object.fromEntries([["", rootHelp(commands)], ["options", globalOptions()], ...ofCommands]);
}

/** Help does not depend on where it is printed, so that it can be made once and for all. */
export const readyHelp: Plugin = {
  name: "ready-help",
  setup(build) {
    build.onLoad({ filter: /src[\\/]cli[\\/]help[\\/]ready\.ts$/ }, () => ({
      contents: `export const readyHelp = ${JSON.stringify(helpBySubject())};`,
    }));
  },
};
