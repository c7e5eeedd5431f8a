import type { Command } from "../commands/index.ts";
import { allFlags, tokens } from "./pflag.ts";

/** The name of a command among the arguments. */
interface CommandName {
  readonly name: string;
  /** Its place among the arguments, and how many of them it is. */
  readonly at: number;
  readonly words: 1 | 2;
}

/**
 * The first word that is no flag. A name with a hyphen can be two words, as kubectl has it for the files of plugins: `guard serve`
 * is the command guard-serve. Throws what `tokens` throws.
 */
export function commandNameIn(
  argv: readonly string[],
  commands: readonly Command[],
): CommandName | undefined {
  for (const token of tokens(argv, allFlags(commands))) {
    if (token.is !== "word") continue;
    const { word, at } = token;
    const both = `${word}-${argv[at + 1] ?? ""}`;
    return commands.some(({ name }) => name === both)
      ? { name: both, at, words: 2 }
      : { name: word, at, words: 1 };
  }
  return undefined;
}
