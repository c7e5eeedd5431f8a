import type { Command } from "../../commands/command.ts";
import { globalFlags } from "../../commands/flags/index.ts";
import type { Flag } from "../../commands/index.ts";

const about = `pvguard explains why volumes, claims and pods are stuck, what happens to the
data, and what to do. Only fix, rescue and undo change a cluster, and ask first.`;

/** What to do first. */
const first: readonly (readonly [string, string])[] = [
  ["audit", "What is stuck or at risk?"],
  ["why pvc/data -n shop", "Why is it stuck, and what can I do?"],
  ["fix pvc/data -n shop", "Show a plan, and ask to carry it out"],
  ["rescue pvc/data -n shop", "Deleted by mistake? Keep the data"],
];

const seeHelp = `Use "kubectl pvguard COMMAND --help" for the examples and flags of a command.
Use "kubectl pvguard options" for the flags that every command accepts.
`;
const seeOptions =
  'Use "kubectl pvguard options" for a list of global command-line options (applies to all commands).\n';

/** How many examples are on the first screen. */
const firstExamples = 3;

export function rootHelp(commands: readonly Command[]): string {
  return [
    `${about}\n`,
    `Start here:\n${table(first.map(([line, what]) => [`kubectl pvguard ${line}`, what]))}`,
    `Available Commands:\n${table(commands.map(({ name, summary }) => [name, summary]))}`,
    seeHelp,
  ].join("\n");
}

/** A first screen with a sentence, examples and the flags that are used most; all else comes after it. */
export function commandHelp(command: Command): string {
  const usage = ["kubectl pvguard", command.name, command.usage, "[flags] [options]"].filter(
    (part) => part !== "",
  );
  const more = command.examples.slice(firstExamples);
  return [
    `${command.description}\n`,
    `Examples:\n${exampleLines(command.examples.slice(0, firstExamples))}`,
    `Common Flags:\n${table(command.common)}`,
    `Details:\n${indented(command.details)}`,
    ...(more.length === 0 ? [] : [`More Examples:\n${exampleLines(more)}`]),
    `Options:\n${optionsText(command.flags)}`,
    `Usage:\n  ${usage.join(" ")}\n`,
    seeOptions,
  ].join("\n");
}

export function globalOptions(): string {
  return `The following options can be passed to any command:\n\n${optionsText(globalFlags)}`;
}

function exampleLines(examples: readonly Command["examples"][number][]): string {
  return examples.map(({ what, line }) => `  # ${what}\n  kubectl pvguard ${line}\n`).join("\n");
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length), 0) + 2;
  return rows.map(([name, what]) => `  ${name.padEnd(width)}${what}\n`).join("");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "\n" : `  ${line}\n`))
    .join("");
}

/** Flags as `kubectl options` lists them. kubernetes/kubectl pkg/util/templates/help_flags_printer.go, v0.36. */
function optionsText(flags: readonly Flag[]): string {
  const sorted = [...flags].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map((flag) => `    ${nameOf(flag)}=${defaultOf(flag)}:\n\t${flag.help}\n`).join("\n");
}

function nameOf(flag: Flag): string {
  return flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
}

function defaultOf(flag: Flag): string {
  switch (flag.takes) {
    case "nothing":
      return "false";
    case "text":
      return `'${flag.default ?? ""}'`;
    case "choice":
      return `'${flag.default}'`;
    case "texts":
      return "[]";
    case "number":
      return String(flag.default);
  }
}
