import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { FixReport } from "../../report/index.ts";
import { exitCodeOfRefusals } from "../changing/plan-telling.ts";
import type { Telling } from "../changing/telling.ts";
import type { ExitCode } from "../failure.ts";
import { errorOf } from "../failure.ts";
import { printFailures, printLine, worst } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Planned } from "./planning.ts";
import type { Wanted } from "./wanted.ts";

/** What the plan alone says about the end of the run. */
interface Known {
  readonly code: ExitCode;
  /** There is nothing to show: a person was told so. */
  readonly isEmpty: boolean;
}

/** Hands a plan to what is told of the run. */
export function knownOf(
  planned: Planned,
  wanted: Wanted,
  telling: Telling<FixReport>,
  surroundings: Surroundings,
): Known {
  const { plan, digest, refusals, idle, failures } = planned;
  telling.know({ plan, digest, refusals, idle });
  telling.know({ errors: failures.map(({ kind, phrase }) => errorOf(kind, phrase)) });
  const code = worst([exitCodeOfRefusals(refusals), printFailures(failures, surroundings)]);
  const isEmpty = telling.isForPeople && plan.items.length + refusals.length + idle.length === 0;
  if (isEmpty && failures.length === 0) printLine(surroundings.err, noneFound(wanted));
  return { code, isEmpty };
}

function noneFound({ asked }: Wanted): Phrase {
  switch (asked.by) {
    case "rule":
      return say`Nothing to do: rule ${asked.rule} finds no problems.`;
    case "stuck":
      return words("Nothing to do: no object that could be read is stuck.");
    case "name":
    case "type":
      return words("No resources found");
  }
}
