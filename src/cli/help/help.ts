import { type Command, globalFlags } from "../../commands/index.ts";
import { optionsText } from "./options.ts";

const about = `Explains why a PersistentVolume, a PersistentVolumeClaim or a Pod is stuck: what holds it, who must let go, what becomes
of the data when they do, and the safest next step.

Only fix, rescue and undo change a cluster, and they ask first.`;

const seeOptions =
  'Use "kubectl pvguard options" for a list of global command-line options (applies to all commands).\n';

export function rootHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 0) + 2;
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`);
  return [
    `${about}\n`,
    `Examples:\n${exampleLines(commands.flatMap(({ examples }) => examples.slice(0, 1)))}`,
    `Available Commands:\n${lines.join("")}`,
    "Usage:\n  kubectl pvguard COMMAND [flags] [options]\n",
    `Use "kubectl pvguard COMMAND --help" for more information about a given command.\n${seeOptions}`,
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const usage = ["kubectl pvguard", command.name, command.usage, "[flags] [options]"].filter(
    (part) => part !== "",
  );
  return [
    `${command.description}\n`,
    ...(command.examples.length === 0 ? [] : [`Examples:\n${exampleLines(command.examples)}`]),
    ...(command.flags.length === 0 ? [] : [`Options:\n${optionsText(command.flags)}`]),
    `Usage:\n  ${usage.join(" ")}\n`,
    seeOptions,
  ].join("\n");
}

export function globalOptions(): string {
  return `The following options can be passed to any command:\n\n${optionsText(globalFlags)}`;
}

function exampleLines(examples: Command["examples"]): string {
  return examples.map(({ what, line }) => `  # ${what}\n  kubectl pvguard ${line}\n`).join("\n");
}
