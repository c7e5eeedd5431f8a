import type { Flag } from "../../commands/index.ts";

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
