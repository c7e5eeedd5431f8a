/**
 * What kubectl's flag library spf13/pflag takes and yargs does not: `-n=x`, `-Aojson`, flags anywhere, a value after an
 * equals sign only, whatever a value looks like; and the words in which it refuses a flag. docs/adr/0025-yargs.md has the list.
 */
import type { Command, Flag } from "../commands/index.ts";
import { globalFlags, help } from "../commands/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { say, words } from "../kubernetes/index.ts";

/** All flags that some command takes: enough to find the command between them. */
export function allFlags(commands: readonly Command[]): readonly Flag[] {
  const all = [...commands.flatMap((command) => command.flags), ...globalFlags, help];
  return [...new Map(all.map((flag) => [flag.name, flag])).values()];
}

/** One argument, understood as kubectl understands it. */
export type Token =
  | { readonly is: "flag"; readonly flag: Flag; readonly value: string }
  /** `at`: its place among the arguments. */
  | { readonly is: "word"; readonly word: string; readonly at: number };

/** How many arguments are used up, and what they say. */
interface Step {
  readonly used: number;
  readonly tokens: readonly Token[];
}

/**
 * Arguments in kubectl's spellings: `-oyaml`, `-o=yaml`, `-Awn shop`, `--output yaml`, `--`. Flags and words mix freely.
 * spf13/pflag flag.go parseArgs, parseLongArg, parseSingleShortArg, v1.0.9.
 */
export function* tokens(argv: readonly string[], flags: readonly Flag[]): Generator<Token, void> {
  for (let at = 0; at < argv.length; ) {
    const argument = argv[at] ?? "";
    if (argument === "--") {
      yield* argv.slice(at + 1).map((word, after): Token => ({ is: "word", word, at: at + 1 + after }));
      return;
    }
    if (!argument.startsWith("-") || argument === "-") {
      yield { is: "word", word: argument, at };
      at += 1;
      continue;
    }
    const step = flagsIn(argument, argv[at + 1], flags);
    yield* step.tokens;
    at += step.used;
  }
}

function flagsIn(argument: string, next: string | undefined, flags: readonly Flag[]): Step {
  return argument.startsWith("--") ? longFlag(argument, next, flags) : shortFlags(argument, next, flags);
}

function longFlag(argument: string, next: string | undefined, flags: readonly Flag[]): Step {
  const equals = argument.indexOf("=");
  const name = argument.slice(2, equals < 0 ? undefined : equals);
  if (name === "" || name.startsWith("-")) throw new FlagError(say`bad flag syntax: ${argument}`);
  const flag = flags.find((flag) => flag.name === name);
  if (flag === undefined) throw new FlagError(say`unknown flag: --${name}`, name);
  if (equals >= 0) return given(flag, argument.slice(equals + 1), 1);
  if (flag.takes === "nothing") return given(flag, "true", 1);
  if ("bare" in flag && flag.bare !== undefined) return given(flag, flag.bare, 1);
  if (next === undefined) throw new FlagError(say`flag needs an argument: --${name}`);
  return given(flag, next, 2);
}

function shortFlags(argument: string, next: string | undefined, flags: readonly Flag[]): Step {
  const before: Token[] = [];
  for (let rest = argument.slice(1); rest !== ""; rest = rest.slice(1)) {
    const letter = rest[0] ?? "";
    const flag = flags.find(({ short }) => short === letter);
    if (flag === undefined) {
      throw new FlagError(say`unknown shorthand flag: '${letter}' in -${rest}`, letter);
    }
    const last = withValue(flag, rest, next);
    if (last !== undefined) return { used: last.used, tokens: [...before, ...last.tokens] };
    before.push({ is: "flag", flag, value: "true" });
  }
  return { used: 1, tokens: before };
}

/** The flag that begins `rest`, when what follows it is its value; `undefined` when that is another short flag. */
function withValue(flag: Flag, rest: string, next: string | undefined): Step | undefined {
  if (rest.length > 2 && rest[1] === "=") return given(flag, rest.slice(2), 1);
  if (flag.takes === "nothing") return undefined;
  if (rest.length > 1) return given(flag, rest.slice(1), 1);
  if (next !== undefined) return given(flag, next, 2);
  throw new FlagError(say`flag needs an argument: '${rest}' in -${rest}`);
}

function given(flag: Flag, value: string, used: number): Step {
  return { used, tokens: [{ is: "flag", flag, value: checkedValue(flag, value) }] };
}

const on = ["1", "t", "T", "true", "TRUE", "True"];
const off = ["0", "f", "F", "false", "FALSE", "False"];

/** The value in the one way that the rest of the program reads; refused as pflag refuses it. */
function checkedValue(flag: Flag, value: string): string {
  switch (flag.takes) {
    case "nothing":
      if (on.includes(value)) return "true";
      if (off.includes(value)) return "false";
      throw invalid(flag, value, say`strconv.ParseBool: parsing "${value}": invalid syntax`);
    case "number":
      if (/^[+-]?\d{1,15}$/.test(value)) return String(Number(value));
      throw invalid(flag, value, say`strconv.ParseInt: parsing "${value}": invalid syntax`);
    case "choice":
      if (flag.values.includes(value)) return value;
      throw invalid(flag, value, words(`must be one of ${flag.values.join(", ")}`));
    case "text":
    case "texts":
      return value;
  }
}

/** A flag that cannot be used as it was given. The words are those of kubectl's flag library, spf13/pflag. */
export class FlagError extends Error {
  readonly phrase: Phrase;
  /** The flag's text when there is none of that name. */
  readonly unknown: string | undefined;

  constructor(phrase: Phrase, unknown?: string) {
    super("a flag cannot be used as given");
    this.name = "FlagError";
    this.phrase = phrase;
    this.unknown = unknown;
  }
}

/** `-n, --namespace`, as pflag names a flag in an error. */
function flagName(flag: Flag): string {
  return flag.short === undefined || flag.short === flag.name
    ? `--${flag.name}`
    : `-${flag.short}, --${flag.name}`;
}

function invalid(flag: Flag, value: string, problem: Phrase): FlagError {
  return new FlagError(say`invalid argument "${value}" for "${flagName(flag)}" flag: ${problem}`);
}
