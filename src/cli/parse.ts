import type { Command, Flag } from "../commands/index.ts";
import { Failure, FlagValues, globalFlags, help, nearest } from "../commands/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { join, say, words } from "../kubernetes/index.ts";
import { commandNameIn } from "./command-name.ts";
import type { Token } from "./pflag.ts";
import { FlagError, tokens } from "./pflag.ts";
import { emptyYargs, withFlags } from "./yargs.ts";

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
  const named = (line: readonly string[]) => orUsage(undefined, () => commandNameIn(line, commands));
  const first = named(argv);
  if (first === undefined) return { do: "help", command: undefined };
  if (first.name === "options") return { do: "options" };
  const others = [...argv.slice(0, first.at), ...argv.slice(first.at + first.words)];
  if (first.name !== "help") return parseFor(find(first.name, commands), others);
  const about = named(others);
  return { do: "help", command: about === undefined ? undefined : find(about.name, commands) };
}

function find(word: string, commands: readonly Command[]): Command {
  const command = commands.find(({ name }) => name === word);
  if (command === undefined) throw unknownCommand(word, commands);
  return command;
}

function parseFor(command: Command, argv: readonly string[]): Parsed {
  return orUsage(command, () => {
    const read = [...tokens(argv, [...command.flags, ...globalFlags, help])];
    const given = new Set(read.flatMap((token) => (token.is === "flag" ? [token.flag] : [])));
    if (read.some((token) => token.is === "flag" && token.flag === help && token.value === "true"))
      return { do: "help", command };
    const found = foundByYargs(given, read);
    const words = found._.map(String);
    requireNoWords(command, words);
    return { do: "run", command, words, flags: valuesOf(given, found) };
  });
}

/** What yargs makes of the command line, in the one spelling in which nothing can be taken for something else. */
function foundByYargs(given: ReadonlySet<Flag>, read: readonly Token[]): Found {
  const flags = read.flatMap((token) => (token.is === "flag" ? [`--${token.flag.name}=${token.value}`] : []));
  const rest = read.flatMap((token) => (token.is === "word" ? [token.word] : []));
  return withFlags(emptyYargs(), [...given])
    .strictOptions()
    .fail(refuse)
    .parseSync([...flags, "--", ...rest]);
}

/** What yargs found: each flag by its name, and the words without one. */
type Found = Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] };

/** As yargs tells that one flag needs another. Whatever else it refuses, pflag.ts has refused before. */
function refuse(message: string, problem: unknown): never {
  const [, flag, needed] = /(\S+) -> (\S+)$/.exec(message) ?? [];
  if (flag === undefined || needed === undefined) throw problem ?? new TypeError(message);
  throw new FlagError(words(`--${flag} needs --${needed}`));
}

function valuesOf(given: ReadonlySet<Flag>, found: Found): FlagValues {
  return new FlagValues(
    new Map([...given].map(({ name }) => [name, [found[name]].flat().map(String)] as const)),
  );
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
