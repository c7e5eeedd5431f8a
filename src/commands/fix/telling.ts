import { type FixReport, timestamp } from "../../model/index.ts";
import { planRenderers, reached } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { endedEarly } from "../ended-early.ts";
import type { ExitCode } from "../exit-code.ts";
import { formatOf, isMachineFormat, reachOf } from "../flags/index.ts";
import { renderOptions } from "../print.ts";
import { output } from "./flags.ts";
import { modeOf } from "./wanted.ts";

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
    mode: modeOf(flags),
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
