import type { CommandLine } from "../model/index.ts";
import { type Printable, whole } from "./escape.ts";
import { lineFor } from "./shell.ts";

/**
 * One line for a shell, every argument quoted where it has to be. `undefined` when an argument holds characters that cannot
 * be seen, or that the shell has no way to write: a command that is not what it looks like must not be copied.
 */
export function commandLine(command: CommandLine): Printable | undefined {
  const line = lineFor(command, command.shell ?? "posix");
  return line !== undefined && whole(line) === line ? whole(line) : undefined;
}
