import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Plan, PlannedWrite, Refusal } from "./plan.ts";

/** What a person asked `fix` for. With it the same plan can be made again. */
export interface FixRequest {
  /** As they were typed: `pvc/data`. */
  readonly words: readonly string[];
  readonly namespace?: string;
  readonly remedy?: string;
  readonly finalizer?: string;
  readonly rule?: string;
  readonly max?: number;
}

/** Something that was asked for and needs nothing done. */
export interface Idle {
  readonly object: ObjectRef;
  readonly because: Phrase;
}

/**
 * What became of one step. `already`: it was so before. `refused`: nothing was changed. `unproven`: it was sent, and
 * what became of it could not be seen. `interrupted`: the person stopped it.
 */
export type OutcomeStatus = "done" | "already" | "refused" | "unproven" | "interrupted";

/** What the server said to a step that it was asked not to store, or what became of the step. */
export interface WriteResult {
  /** Position of the item in the plan. */
  readonly item: number;
  readonly step: PlannedWrite;
  readonly status: "allowed" | "impossible" | "unknown" | OutcomeStatus;
  readonly detail: Phrase;
}

/** Why a run did not do what it was to do, beside what it decided against. */
export interface RunError {
  /** CamelCase and stable. */
  readonly reason: string;
  readonly message: Phrase;
}

/** `client`: nothing was sent. `server`: the server was asked what it would do. `apply`: it is to be done, or was. */
export type FixMode = "client" | "server" | "apply";

/** All that `fix` has to say, or `guard --install`, whose plan has items of the same form. */
export interface FixReport {
  /** `fix`, unless given. */
  readonly command?: "guard";
  readonly mode: FixMode;
  readonly request: FixRequest;
  readonly plan: Plan;
  /** Of the plan: what `--confirm` takes. Empty where none was made. */
  readonly digest: string;
  readonly refusals: readonly Refusal[];
  readonly idle: readonly Idle[];
  /** The dangers that were accepted by name. */
  readonly accepted: readonly string[];
  readonly previews: readonly WriteResult[];
  readonly outcomes: readonly WriteResult[];
  readonly errors: readonly RunError[];
  readonly exitCode: number;
}
