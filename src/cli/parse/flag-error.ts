import type { Flag } from "../../commands/index.ts";
import { type Phrase, say } from "../../model/index.ts";

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

export function invalid(flag: Flag, value: string, problem: Phrase): FlagError {
  return new FlagError(say`invalid argument "${value}" for "${flagName(flag)}" flag: ${problem}`);
}
