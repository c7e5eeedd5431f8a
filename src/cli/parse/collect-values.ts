import { Parser } from "yargs/helpers";
import type { Flag } from "../../commands/index.ts";
import type { Token } from "./normalise.ts";

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
export function collectValues(tokens: readonly Token[], flags: readonly Flag[]): Collected {
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
