import { type Phrase, type Refusal, say, words } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import { errorOf } from "../ended-early.ts";
import type { ExitCode } from "../exit-code.ts";
import { printFailures, printLine, worst } from "../print.ts";
import type { Planned } from "./planning.ts";
import type { Telling } from "./telling.ts";
import type { Wanted } from "./wanted.ts";

/** What the plan alone says about the end of the run. */
interface Known {
  readonly code: ExitCode;
  /** There is nothing to show: a person was told so. */
  readonly isEmpty: boolean;
}

/** Hands a plan to what is told of the run. */
export function knownOf(planned: Planned, wanted: Wanted, telling: Telling, edge: Edge): Known {
  const { plan, digest, refusals, idle, failures } = planned;
  telling.know({ plan, digest, refusals, idle });
  telling.know({ errors: failures.map(({ kind, phrase }) => errorOf(kind, phrase)) });
  const code = worst([exitCodeOf(refusals), printFailures(failures, edge)]);
  const isEmpty = telling.isForPeople && plan.items.length + refusals.length + idle.length === 0;
  if (isEmpty && failures.length === 0) printLine(edge.err, noneFound(wanted));
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

/** Not to know is another end than to know that it must not be. */
export function exitCodeOf(refusals: readonly Refusal[]): ExitCode {
  if (refusals.length === 0) return 0;
  return refusals.every(({ reason }) => reason === "IncompleteView") ? 3 : 5;
}
