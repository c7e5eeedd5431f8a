import type { CommandLine, Phrase, PlanItem, PlannedStep } from "../model/index.ts";

/**
 * What became of one step. `already`: it was so before. `refused`: nothing was changed. `unproven`: it was sent, and
 * what became of it could not be seen. `interrupted`: the person stopped it.
 */
export type OutcomeStatus = "done" | "already" | "refused" | "unproven" | "interrupted";

export interface Outcome {
  readonly item: PlanItem;
  readonly step: PlannedStep;
  readonly status: OutcomeStatus;
  readonly detail: Phrase;
  /** How a person finds out what became of it. */
  readonly check?: CommandLine;
}

/**
 * What the server said to a write that it was asked not to store. `impossible`: something in the cluster cannot be
 * asked that way.
 */
export interface Preview {
  readonly status: "allowed" | "refused" | "impossible" | "unknown";
  readonly detail: Phrase;
  /** Who refused: the server, or a webhook or policy that it called. `no webhook`: a webhook did not answer. */
  readonly by?: "somebody" | "no webhook";
}
