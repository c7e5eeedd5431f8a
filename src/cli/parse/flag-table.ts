import { type Command, type Flag, globalFlags, help } from "../../commands/index.ts";

/** Finds flags by their names. */
export interface FlagTable {
  readonly flags: readonly Flag[];
  long(name: string): Flag | undefined;
  short(letter: string): Flag | undefined;
}

export function flagTable(flags: readonly Flag[]): FlagTable {
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  const byLetter = new Map(flags.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag]])));
  return { flags, long: (name) => byName.get(name), short: (letter) => byLetter.get(letter) };
}

/** All flags that some command takes: enough to find the command between them. */
export function allFlags(commands: readonly Command[]): readonly Flag[] {
  const all = [...commands.flatMap((command) => command.flags), ...globalFlags, help];
  return [...new Map(all.map((flag) => [flag.name, flag])).values()];
}
