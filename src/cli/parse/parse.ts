import { Parser } from "yargs/helpers";
import {
  type Command,
  Failure,
  type Flag,
  FlagValues,
  globalFlags,
  help,
  nearest,
} from "../../commands/index.ts";
import { join, type Phrase, say, words } from "../../model/index.ts";
import { FlagError } from "./flag-error.ts";
import { allFlags, flagTable } from "./flag-table.ts";
import { type Token, tokens } from "./normalise.ts";

/** What to do about a command line. */
export type Parsed =
  | { readonly do: "help"; readonly command: Command | undefined }
  | { readonly do: "options" }
  | {
      readonly do: "run";
      readonly command: Command;
      readonly words: readonly string[];
      readonly flags: FlagValues;
    };

export function parse(argv: readonly string[], commands: readonly Command[]): Parsed {
  const name = commandName(argv, commands);
  if (name === undefined) return { do: "help", command: undefined };
  if (name.word === "options") return { do: "options" };
  const others = [...argv.slice(0, name.at), ...argv.slice(name.at + 1)];
  if (name.word !== "help") return parseFor(find(name.word, commands), others);
  const about = commandName(others, commands);
  return { do: "help", command: about === undefined ? undefined : find(about.word, commands) };
}

function find(word: string, commands: readonly Command[]): Command {
  const command = commands.find(({ name }) => name === word);
  if (command === undefined) throw unknownCommand(word, commands);
  return command;
}

function commandName(argv: readonly string[], commands: readonly Command[]) {
  return orUsage(undefined, () => {
    for (const token of tokens(argv, flagTable(allFlags(commands)))) if (token.is === "word") return token;
    return undefined;
  });
}

function parseFor(command: Command, argv: readonly string[]): Parsed {
  const flags = [...command.flags, ...globalFlags, help];
  const collected = orUsage(command, () => collectValues([...tokens(argv, flagTable(flags))], flags));
  const values = new FlagValues(collected.values);
  if (values.isOn(help)) return { do: "help", command };
  orUsage(command, () => {
    requireNeeded(flags, values);
    requireNoWords(command, collected.words);
  });
  return { do: "run", command, words: collected.words, flags: values };
}

function requireNeeded(flags: readonly Flag[], values: FlagValues): void {
  for (const flag of flags) {
    const needed = flags.find(({ name }) => name === flag.needs);
    if (needed !== undefined && values.isGiven(flag) && !values.isGiven(needed)) {
      throw new FlagError(say`--${flag.name} needs --${needed.name}`);
    }
  }
}

/** A word that is not read could be taken for a restriction that is in force. */
function requireNoWords({ words: taken }: Command, given: readonly string[]): void {
  if (taken.of === "none" && given.length > 0)
    throw new FlagError(say`unexpected arguments: [${given.join(" ")}]`);
}

/** Says where the help is when the flags are wrong. */
function orUsage<T>(command: Command | undefined, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof FlagError)) throw problem;
    const flags = command === undefined ? [...globalFlags, help] : [...command.flags, ...globalFlags];
    const meant = meantBy(problem.unknown ?? "", flags);
    const called = command === undefined ? "" : ` ${command.name}`;
    const usage = words(`See 'kubectl pvguard${called} --help' for usage.`);
    const instead = command?.insteadOf?.[problem.unknown ?? ""];
    const hint = instead === undefined ? didYouMean(meant.map((name) => `--${name}`)) : words(`\n${instead}`);
    throw new Failure("usage", say`error: ${problem.phrase}${hint}${words("\n")}${usage}`);
  }
}

/** One letter alone resembles everything that is short. */
function meantBy(unknown: string, flags: readonly Flag[]): readonly string[] {
  const same = flags.filter(({ elsewhere = [] }) => elsewhere.includes(unknown)).map(({ name }) => name);
  if (same.length > 0 || unknown.length < 2) return same;
  return nearest(
    unknown,
    flags.map(({ name }) => name),
  );
}

function unknownCommand(word: string, commands: readonly Command[]): Failure {
  const named = nearest(
    word,
    commands.map(({ name }) => name),
  );
  const meant = word.includes("/") ? [`why ${word}`] : named;
  const usage = words("\nSee 'kubectl pvguard --help' for usage.");
  return new Failure(
    "usage",
    say`error: unknown command "${word}" for "kubectl pvguard"${didYouMean(meant)}${usage}`,
  );
}

function didYouMean(meant: readonly string[]): Phrase {
  if (meant.length === 0) return [];
  const lines = meant.map((name) => say`${words("\t")}${name}${words("\n")}`);
  return say`${words("\n\nDid you mean this?\n")}${join(lines, "")}`;
}

/** Yargs must not guess: the tokens say already what is a flag and what is its value. */
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

interface Collected {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The parser of yargs alone: help, commands and locales are not its business here, and would take long to load. */
function collectValues(tokens: readonly Token[], flags: readonly Flag[]): Collected {
  const parsed = Parser([...canonical(tokens)], { ...typesOf(flags), configuration: asWritten });
  const given = new Set(tokens.flatMap((token) => (token.is === "flag" ? [token.flag.name] : [])));
  const values = flags
    .filter(({ name }) => given.has(name))
    .map(({ name }) => [name, [parsed[name]].flat().map(String)] as const);
  return { words: parsed._.map(String), values: new Map(values) };
}

function canonical(tokens: readonly Token[]): readonly string[] {
  const flags = tokens.flatMap((token) =>
    token.is === "flag" ? [`--${token.flag.name}=${token.value}`] : [],
  );
  const rest = tokens.flatMap((token) => (token.is === "word" ? [token.word] : []));
  return [...flags, "--", ...rest];
}

function typesOf(flags: readonly Flag[]) {
  const names = (...takes: readonly Flag["takes"][]) =>
    flags.filter((flag) => takes.includes(flag.takes)).map(({ name }) => name);
  return {
    boolean: names("nothing"),
    string: names("text", "choice", "number", "texts"),
    array: names("texts"),
  };
}
