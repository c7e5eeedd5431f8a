import yargs, { type Options } from "yargs";
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

export interface Collected {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export function collectValues(tokens: readonly Token[], flags: readonly Flag[]): Collected {
  const parsed = yargs([...canonical(tokens)])
    .parserConfiguration(asWritten)
    .options(Object.fromEntries(flags.map((flag) => [flag.name, optionOf(flag)])))
    .help(false)
    .version(false)
    .exitProcess(false)
    .parseSync();
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

function optionOf(flag: Flag): Options {
  switch (flag.takes) {
    case "nothing":
      return { type: "boolean" };
    case "text":
    case "choice":
    case "number":
      return { type: "string" };
    case "texts":
      return { type: "array", string: true };
  }
}
