import type { CommandLine } from "../model/index.ts";
import { type Printable, whole } from "./escape.ts";
import { shellQuoted } from "./reached.ts";

/**
 * One line for a POSIX shell, every argument quoted where it has to be. `undefined` when an argument holds characters
 * that cannot be seen: a command that is not what it looks like must not be copied.
 */
export function commandLine(command: CommandLine): Printable | undefined {
  const line = [...command.argv.map(shellQuoted), ...redirection(command.into)].join(" ");
  return whole(line) === line ? whole(line) : undefined;
}

function redirection(into: string | undefined): readonly string[] {
  if (into === undefined) return [];
  // A name that starts with a dash is safe behind `>`, and one that starts with `&` is quoted.
  return [">", shellQuoted(into)];
}
