import type { ApprovedPlan, Executor, Outcome, RunOptions } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { commandLine } from "../../render/index.ts";
import type { FixReport, WriteResult } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { printLine } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Telling } from "./telling.ts";

/** What carries a plan out, and who hears of it. */
interface Carrying {
  readonly executor: Executor;
  readonly telling: Telling<FixReport>;
  readonly surroundings: Surroundings;
}

/** Carries the plan out, and reports each step as soon as its outcome is known: it is added to `said`. */
export async function carriedOut(
  approved: ApprovedPlan,
  options: RunOptions,
  { executor, telling, surroundings }: Carrying,
  said: WriteResult[],
): Promise<void> {
  const run = async () => {
    for await (const outcome of executor.run(approved, options)) {
      const { item, step, status, detail, check } = outcome;
      said.push({ item: approved.plan.items.indexOf(item), step, status, detail });
      if (telling.isForPeople)
        printLine(
          surroundings.out,
          say`${words(statusWords[status])}${placeOf(step, item)}: ${item.title}: ${detail}`,
        );
      const line = check && commandLine(check);
      if (line !== undefined) printLine(surroundings.err, say`To check the result, run: ${line}`);
    }
  };
  await surroundings.unhurried(() => surroundings.busy(words("Carrying out the plan"), run));
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
export function exitCodeOfRun(said: readonly WriteResult[]): ExitCode {
  const has = (status: WriteResult["status"]) => said.some((each) => each.status === status);
  if (has("unproven")) return 6;
  if (has("interrupted")) return 130;
  return has("refused") ? 5 : 0;
}
