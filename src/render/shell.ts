import type { CommandLine, Shell } from "../report/index.ts";
import type { Printable } from "./escape.ts";
import { whole } from "./escape.ts";

/** One argument as this shell takes it for itself. */
export function quoted(argument: string, shell: Shell): string {
  switch (shell) {
    case "posix":
      return /^[\w@%+=:,./-]+$/.test(argument) && !/^[\w]+=/.test(argument)
        ? argument
        : `'${argument.replaceAll("'", `'\\''`)}'`;
    case "powershell":
      return /^-{0,2}[A-Za-z][\w-]*$/.test(argument) || /^\w[\w./:-]*$/.test(argument)
        ? argument
        : `'${argument.replaceAll(/['\u2018-\u201b]/g, "$&$&")}'`;
  }
}

/** The whole command; `undefined` where this shell has no way to write it. */
function lineFor({ argv, into }: Pick<CommandLine, "argv" | "into">, shell: Shell): string | undefined {
  const line = shell === "powershell" && argv.some(isRaw) ? rawLine(argv) : words(argv, shell);
  if (line === undefined || into === undefined) return line;
  // A name that starts with a dash is safe behind `>`. Windows PowerShell writes UTF-16 with `>`, which kubectl does not read.
  return shell === "posix"
    ? `${line} > ${quoted(into, shell)}`
    : `${line} | Out-File -Encoding utf8 -LiteralPath ${quoted(into, shell)}`;
}

function words(argv: readonly string[], shell: Shell): string {
  return argv.map((argument) => quoted(argument, shell)).join(" ");
}

/** Windows PowerShell 5 loses double quotes within an argument, and PowerShell 7 does not: --% is the same for both. */
function isRaw(argument: string): boolean {
  return argument.includes('"') || argument === "";
}

/**
 * Behind `--%` stands what Windows itself takes apart, but for environment variables in percent signs, and for a pipe.
 * MicrosoftDocs/PowerShell-Docs about_Parsing, the stop-parsing token.
 */
function rawLine([program = "", ...argv]: readonly string[]): string | undefined {
  if (argv.some((argument) => /[%|\r\n]/.test(argument))) return undefined;
  return [quoted(program, "powershell"), "--%", ...argv.map(forWindows)].join(" ");
}

/** As CommandLineToArgvW takes it apart: a backslash counts only before a double quote. */
function forWindows(argument: string): string {
  if (/^[^\s"]+$/.test(argument)) return argument;
  const escaped = argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  return `"${escaped}"`;
}

/**
 * One line for a shell, every argument quoted where it has to be. `undefined` when an argument holds characters that cannot
 * be seen, or that the shell has no way to write: a command that is not what it looks like must not be copied.
 */
export function commandLine(command: CommandLine): Printable | undefined {
  const line = lineFor(command, command.shell ?? "posix");
  return line !== undefined && whole(line) === line ? whole(line) : undefined;
}
