import type { Resource } from "../model/index.ts";
import type { Edge } from "./edge.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Flag, FlagValues } from "./flags/index.ts";

/** What the words after a command's name stand for: decides what the shell is offered. */
type Words =
  | { readonly of: "none" }
  | { readonly of: "files" }
  | { readonly of: "objects"; readonly resources: readonly Resource[] }
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
  readonly description: string;
  /** What follows the name in the usage line, without flags. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** Beside the global ones. */
  readonly flags: readonly Flag[];
  readonly words: Words;
  /** What to say to those who give it a flag of other commands that it cannot have. */
  readonly insteadOf?: Readonly<Record<string, string>>;
  run(invocation: Invocation, edge: Edge): Promise<ExitCode>;
}
