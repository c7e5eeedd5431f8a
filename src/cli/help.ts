/** Help. Yargs lays out commands and flags; examples stand first and each below its purpose, as kubectl has them. */
import type { Argv } from "yargs";
import type { Command } from "../commands/index.ts";
import { from, globalFlags, help } from "../commands/index.ts";
import { emptyYargs, helpOf, withCommands, withFlags } from "./yargs.ts";

const about = "Explains why volumes, claims and pods are stuck, and what happens to the data.";

/** What to do first. */
const first: readonly (readonly [string, string])[] = [
  ["audit", "What is stuck or at risk?"],
  ["why pvc/data -n shop", "Why is it stuck, and what can I do?"],
];

const seeHelp = 'Use "kubectl pvguard COMMAND --help", and "kubectl pvguard options".';
const seeOptions =
  'Use "kubectl pvguard options" for a list of global command-line options (applies to all commands).\n';

/** The environment variables that decide something, with what they do. */
const environment: readonly (readonly [string, string])[] = [
  ["KUBECONFIG", "The kubeconfig files, as for kubectl"],
  ["KUBERC", "The file with the policy for credential plugins"],
  ["HTTPS_PROXY, HTTP_PROXY", "The proxy to the server, unless NO_PROXY has it"],
  ["SSL_CERT_FILE", "The authorities to trust, not those of the system"],
  ["NO_COLOR, FORCE_COLOR", "Whether to use color with --color=auto"],
  ["PVGUARD_PAGER", "The pager for long answers on a terminal, such as less"],
  ["XDG_STATE_HOME", "Where backups and journals are kept"],
];

/** How many examples are on the first screen. */
const firstExamples = 3;

export function rootHelp(commands: readonly Command[]): string {
  // `guard serve` stands in the help of guard.
  const own = commands.filter(({ name }) => !commands.some((each) => name.startsWith(`${each.name}-`)));
  const told = withCommands(emptyYargs().usage(about).epilogue(seeHelp), own);
  return `${helpOf(first.reduce((made, [line, what]) => made.example(`kubectl pvguard ${line}`, what), told))}\n`;
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
    `${helpOf(flagsOf(command))}\n`,
    `Details:\n${indented(command.details)}`,
    ...(more.length === 0 ? [] : [`More Examples:\n${exampleLines(more)}`]),
    `Usage:\n  ${usage.join(" ")}\n`,
    seeOptions,
  ].join("\n");
}

function flagsOf({ common, flags }: Command): Argv {
  const used = globalFlags.filter(({ name }) => common.includes(name));
  const needing = flags.filter(({ needs }) => needs === from.name).map(({ name }) => name);
  return withFlags(emptyYargs(), [...flags, ...used])
    .group([...common], "Common Flags:")
    .group(needing, `With --${from.name}:`);
}

export function globalOptions(): string {
  const flags = withFlags(emptyYargs(), [...globalFlags, help]);
  const variables = environment.map(([name, what]) => `  ${name.padEnd(25)}${what}\n`).join("");
  return `The following options can be passed to any command:\n\n${helpOf(flags)}\n\nEnvironment:\n${variables}`;
}

function exampleLines(examples: readonly Command["examples"][number][]): string {
  return examples.map(({ what, line }) => `  # ${what}\n  kubectl pvguard ${line}\n`).join("\n");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "\n" : `  ${line}\n`))
    .join("");
}
