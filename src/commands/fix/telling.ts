import type { Phrase } from "../../kubernetes/index.ts";
import { say, timestamp, words } from "../../kubernetes/index.ts";
import { planRenderers, reached } from "../../render/index.ts";
import type { FixReport, Refusal } from "../../report/index.ts";
import { modeOf } from "../changing/plan.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, errorOf } from "../failure.ts";
import { formatOf, isMachineFormat, reachOf } from "../flags/index.ts";
import { printFailures, printLine, renderOptions, worst } from "../print.ts";
import { dryRun, output } from "./flags.ts";
import type { Planned } from "./planning.ts";
import type { Wanted } from "./wanted.ts";

/** What a run says on standard output: to a program one document, whatever happens. */
export interface Telling {
  readonly isForPeople: boolean;
  /** What belongs into the document from now on. */
  know(more: Partial<FixReport>): void;
  print(exitCode: ExitCode): void;
  /** Something was thrown, of which a person is told elsewhere. */
  failed(problem: unknown): void;
}

export function tellingFor({ words, flags }: Invocation, edge: Edge): Telling {
  const format = formatOf(flags, output);
  const renderer = planRenderers.find(({ name }) => name === format) ?? planRenderers[0];
  const isForPeople = !isMachineFormat(format);
  let isPrinted = false;
  let report: FixReport = {
    mode: modeOf(flags.choice(dryRun)),
    request: { words },
    plan: { kind: "Plan", madeAt: timestamp(edge.now()), server: "", items: [] },
    digest: "",
    refusals: [],
    idle: [],
    accepted: [],
    previews: [],
    outcomes: [],
    errors: [],
    exitCode: 0,
  };

  function print(exitCode: ExitCode): void {
    if (isPrinted && !isForPeople) return;
    isPrinted = true;
    const options = renderOptions(edge, flags);
    const shown = reached({ ...report, exitCode }, reachOf(flags, isForPeople ? edge.shell : "posix"));
    edge.out.write(renderer?.render(shown, options) ?? "");
  }

  return {
    isForPeople,
    know: (more) => {
      report = { ...report, ...more };
    },
    print,
    failed(problem) {
      if (isForPeople) return;
      const { error, exitCode } = endedEarly(problem);
      report = { ...report, errors: [...report.errors, error] };
      print(exitCode);
    },
  };
}

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
  const code = worst([exitCodeOfRefusals(refusals), printFailures(failures, edge)]);
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
export function exitCodeOfRefusals(refusals: readonly Refusal[]): ExitCode {
  if (refusals.length === 0) return 0;
  return refusals.every(({ reason }) => reason === "IncompleteView") ? 3 : 5;
}
