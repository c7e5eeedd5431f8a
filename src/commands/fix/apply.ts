import type { ApprovedPlan, Executor, Outcome } from "../../executor/index.ts";
import { type Phrase, type StepSaid, say, words } from "../../model/index.ts";
import { commandLine } from "../../render/index.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { printLine } from "../print.ts";
import type { Planned } from "./planning.ts";
import { unchangedSince } from "./recheck.ts";

/** Carries the plan out, and reports each step as soon as its outcome is known: it is added to `said`. */
export async function carriedOut(
  approved: ApprovedPlan,
  executor: Executor,
  again: () => Promise<Planned>,
  edge: Edge,
  telling: "steps" | "nothing",
  said: StepSaid[],
): Promise<void> {
  const options = {
    recheck: (item: Outcome["item"], next?: Outcome["step"]) => unchangedSince(item, next, again, edge.now),
  };
  const run = async () => {
    for await (const outcome of executor.run(approved, options)) {
      const { item, step, status, detail, check } = outcome;
      said.push({ item: approved.plan.items.indexOf(item), step, status, detail });
      if (telling === "steps")
        printLine(
          edge.out,
          say`${words(statusWords[status])}${placeOf(step, item)}: ${item.title}: ${detail}`,
        );
      const line = check && commandLine(check);
      if (line !== undefined) printLine(edge.err, say`To check the result, run: ${line}`);
    }
  };
  await edge.unhurried(() => edge.busy(words("Carrying out the plan"), run));
}

/** With the number that it has in the plan: where one step is done, the item is not yet. */
function placeOf(step: Outcome["step"], { steps }: Outcome["item"]): Phrase {
  return steps.length === 1 ? [] : say` (step ${steps.indexOf(step) + 1} of ${steps.length})`;
}

const statusWords: Record<Outcome["status"], string> = {
  done: "Done",
  already: "Already done",
  refused: "Refused",
  unproven: "NOT PROVEN",
  interrupted: "Interrupted",
};

/** The worst that happened. A run that stops half-way has steps without an outcome, and the reason before them. */
export function exitCodeOfRun(said: readonly StepSaid[]): ExitCode {
  const has = (status: StepSaid["status"]) => said.some((each) => each.status === status);
  if (has("unproven")) return 6;
  if (has("interrupted")) return 130;
  return has("refused") ? 5 : 0;
}
