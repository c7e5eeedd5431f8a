/** The flags and commands of pvguard, told to yargs: it sorts values to flags, prints the help and completes names. */

import type { Argv, Options } from "yargs";
import yargs from "yargs";
import type { Command, Flag } from "../commands/index.ts";

declare module "yargs" {
  // Documented (docs/api.md), and not in @types/yargs.
  interface Argv<T> {
    usageConfiguration(configuration: { readonly "hide-types": boolean }): Argv<T>;
  }
}

/** Yargs must not guess: pflag.ts says already what is a flag and what is its value. */
const asWritten = {
  "boolean-negation": false,
  "camel-case-expansion": false,
  "dot-notation": false,
  "duplicate-arguments-array": true,
  "greedy-arrays": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
  "short-option-groups": false,
} as const;

/** Yargs with no flags and no commands yet. It never ends the process and prints nothing itself. */
export function emptyYargs(): Argv {
  return yargs([])
    .scriptName("")
    .detectLocale(false)
    .parserConfiguration(asWritten)
    .usageConfiguration({ "hide-types": true })
    .exitProcess(false)
    .version(false)
    .help(false)
    .wrap(80);
}

export function withFlags(to: Argv, flags: readonly Flag[]): Argv {
  return flags.reduce((made, flag) => made.option(flag.name, optionOf(flag)), to);
}

export function withCommands(to: Argv, commands: readonly Command[]): Argv {
  return commands.reduce((made, { name, summary }) => made.command(name, summary), to);
}

/** All that yargs says of these flags and commands. */
export function helpOf(told: Argv): string {
  let text = "";
  told.showHelp((made) => {
    text = made;
  });
  return text;
}

function optionOf(flag: Flag): Options {
  const option: Options = {
    describe: describe(flag),
    ...(flag.short === undefined || flag.short === flag.name ? {} : { alias: flag.short }),
    ...(flag.needs === undefined ? {} : { implies: flag.needs }),
  };
  switch (flag.takes) {
    case "nothing":
      return { ...option, type: "boolean" };
    case "text":
      return { ...option, type: "string" };
    case "choice":
      return { ...option, type: "string", choices: flag.values };
    case "texts":
      return { ...option, type: "string", array: true };
    case "number":
      return { ...option, type: "number" };
  }
}

/**
 * What it is for, and what counts without it, as kubectl's flag library writes that. The default is not told to yargs: to
 * it, a flag with one would be there, and need what it needs.
 */
function describe(flag: Flag): string {
  switch (flag.takes) {
    case "nothing":
    case "texts":
      return flag.help;
    case "text":
      return flag.default === undefined ? flag.help : `${flag.help} (default "${flag.default}")`;
    case "choice":
      return `${flag.help} (default "${flag.default}")`;
    case "number":
      return `${flag.help} (default ${flag.default})`;
  }
}
