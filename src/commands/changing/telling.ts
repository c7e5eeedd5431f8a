import type { Renderer } from "../../render/index.ts";
import type { FixMode, RunError } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { reachOf } from "../flags/index.ts";
import type { Outputs } from "../outputs.ts";
import { asShown, renderOptions, saveRendered } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";

/** What `--dry-run` asks for. */
export function modeOf(dryRun: "none" | "client" | "server"): FixMode {
  return dryRun === "none" ? "apply" : dryRun;
}

/** What a run says on standard output: to a program one document, whatever happens. */
export interface Telling<R> {
  readonly isForPeople: boolean;
  readonly report: R;
  /** What belongs into the document from now on. */
  know(more: Partial<R>): void;
  print(exitCode: ExitCode): void;
  /** Something was thrown, of which a person is told elsewhere. */
  failed(problem: unknown): void;
  /** Writes the document to the files that `-o FORMAT=FILE` names, at the end of the run. Says how it ended by that. */
  save(exitCode: ExitCode): Promise<ExitCode>;
}

interface Told<R> {
  /** Without a renderer people are told in another way. */
  readonly renderer: Renderer<R> | undefined;
  readonly isForPeople: boolean;
  readonly outputs: Outputs<R>;
}

export function tellingFor<R extends { readonly errors: readonly RunError[]; readonly exitCode: number }>(
  begun: R,
  { renderer, isForPeople, outputs }: Told<R>,
  flags: FlagValues,
  surroundings: Surroundings,
): Telling<R> {
  let isPrinted = false;
  let report = begun;

  function print(exitCode: ExitCode): void {
    if (isPrinted && !isForPeople) return;
    isPrinted = true;
    if (renderer === undefined) return;
    const reach = reachOf(flags, isForPeople ? surroundings.shell : "posix");
    const shown = asShown({ ...report, exitCode }, reach, surroundings);
    surroundings.out.write(renderer.render(shown, renderOptions(surroundings, flags)));
  }

  return {
    isForPeople,
    get report() {
      return report;
    },
    know: (more) => {
      report = { ...report, ...more };
    },
    print,
    failed(problem) {
      const { error, exitCode } = endedEarly(problem);
      report = { ...report, errors: [...report.errors, error] };
      if (!isForPeople) print(exitCode);
    },
    save: (exitCode) => {
      const ended = { ...report, exitCode };
      // What was done is kept, also where the person interrupts.
      return surroundings.unhurried(() =>
        saveRendered(outputs, ended, renderOptions(surroundings, flags), surroundings),
      );
    },
  };
}
