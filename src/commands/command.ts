import type { Resource } from "../kubernetes/index.ts";
import type { ExitCode } from "./failure.ts";
import type { Flag, FlagValues } from "./flags/index.ts";
import type { Surroundings } from "./surroundings.ts";

/** What the arguments after a command's name mean: decides what completion offers. */
type Words =
  | { readonly of: "none" }
  | { readonly of: "files" }
  | {
      readonly of: "objects";
      readonly resources: readonly Resource[];
      /** A word of its own before the objects. */
      readonly after?: string;
    }
  | { readonly of: "choices"; readonly values: readonly string[] };

interface Example {
  readonly what: string;
  /** What follows `kubectl pvguard `. */
  readonly line: string;
}

/** What a person asked for, checked for its form. */
export interface Invocation {
  readonly words: readonly string[];
  readonly flags: FlagValues;
}

/** One command: its help and its completion derive from this. */
export interface Command {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** One sentence, wrapped at 80 columns. */
  readonly description: string;
  /** What else to know, wrapped at 78 columns: the help has it behind the flags. */
  readonly details: string;
  /** What follows the name in the usage line, without flags. */
  readonly usage: string;
  /** Of real use; the first three are on the first screen of the help. */
  readonly examples: readonly [Example, Example, ...Example[]];
  /** The names of the flags that are used most: the first screen of the help has them. */
  readonly common: readonly string[];
  /** Beside the global ones. */
  readonly flags: readonly Flag[];
  readonly words: Words;
  /** What to say to those who give it a flag of other commands that it cannot have. */
  readonly insteadOf?: Readonly<Record<string, string>>;
  /** Whether its answer can be longer than a screen and waits for nothing: PVGUARD_PAGER shows it. */
  isPaged?(flags: FlagValues): boolean;
  run(invocation: Invocation, surroundings: Surroundings): Promise<ExitCode>;
}
