import type { Manner } from "./server.ts";

/** One of the commands that are measured in turn. */
export interface Variant {
  /** As `--only` names it. */
  readonly id: string;
  readonly name: string;
  readonly argv: readonly string[];
  /** A folder that is searched for programs before all others. */
  readonly path?: string;
  /** What is run once before the rounds, so that all caches are warm; the command itself unless given. */
  readonly warmUp?: readonly string[];
  /** How often at most, of a command that takes long. */
  readonly rounds?: number;
  readonly server?: Manner;
  /** Whether it prints the report of an audit, whose findings are known. */
  readonly prints: "findings" | "nothing";
}
