import { acceptanceNames, DiskProblem, type Executor, openExecutor } from "../../executor/index.ts";
import { type FixReport, type Refusal, type StepSaid, say, words } from "../../model/index.ts";
import { planRenderers } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { formatOf, isMachineFormat } from "../flags/index.ts";
import { printFailures, printLine, printWarnings, renderOptions, worst } from "../print.ts";
import type { Connected } from "../source.ts";
import { carriedOut, exitCodeOfRun, tellOn } from "./apply.ts";
import { confirmed, howTo } from "./confirm.ts";
import { backupDir, output } from "./flags.ts";
import { refuseHazards } from "./hazards.ts";
import { makePlan, type Planned, type Planning } from "./planning.ts";
import { preflight } from "./preflight.ts";
import { type Wanted, wantedOf } from "./wanted.ts";
import { withNamespace } from "./where.ts";

/** Plan, look, ask, do: the whole of `fix`. */
export async function performed(invocation: Invocation, edge: Edge): Promise<ExitCode> {
  const format = formatOf(invocation.flags, output);
  const wanted = await wantedOf(invocation, edge);
  const connected = await edge.connect(invocation.flags);
  try {
    return await planAndDo(wanted, format, invocation, connected, edge);
  } finally {
    printWarnings(connected.source, edge);
    connected.source.close();
  }
}

/** Everything that one run is about. */
interface Run {
  readonly planning: Planning;
  readonly planned: Planned;
  readonly print: (more: Partial<FixReport>, code: ExitCode) => void;
  readonly isForPeople: boolean;
}

async function planAndDo(
  asked: Wanted,
  format: string | undefined,
  { flags }: Invocation,
  connected: Connected,
  edge: Edge,
): Promise<ExitCode> {
  const { wanted, within } = withNamespace(asked, flags, connected.source);
  // A plan alone keeps nothing.
  const bench = edge.bench(wanted.mode === "apply" ? flags.text(backupDir) : "/");
  const executor = openExecutor(connected.client, { ...bench, tell: tellOn(edge) });
  if (wanted.mode === "apply") await settleEarlier(executor, edge);
  const planning: Planning = { wanted, flags: within, connected, executor, edge };
  const planned = await makePlan(planning);
  const renderer = planRenderers.find(({ name }) => name === format) ?? planRenderers[0];
  const run: Run = {
    planning,
    planned,
    isForPeople: !isMachineFormat(format),
    print(more, exitCode) {
      const report = { ...reportOf(planned, wanted, exitCode), ...more };
      edge.out.write(renderer?.render(report, renderOptions(edge, flags)) ?? "");
    },
  };
  const code = worst([exitCodeOf(planned.refusals), printFailures(planned.failures, edge)]);
  if (
    planned.failures.length > 0 &&
    planned.plan.items.length + planned.refusals.length + planned.idle.length === 0
  )
    return code;
  return worst([code, await inMode(run, code)]);
}

async function inMode(run: Run, code: ExitCode): Promise<ExitCode> {
  const { planning, planned, print } = run;
  const { wanted, connected, executor } = planning;
  if (planned.plan.items.length === 0 || wanted.mode === "client") {
    print({}, code);
    return code;
  }
  refuseHazards(wanted, connected, planning.edge);
  if (wanted.mode === "apply") return await apply(run, code);
  const { refusals, previews } = await preflight(planned, connected, executor);
  const end = worst([code, exitCodeOf(refusals)]);
  print({ refusals: [...planned.refusals, ...refusals], previews }, end);
  return end;
}

async function apply(run: Run, code: ExitCode): Promise<ExitCode> {
  const { planning, planned, print, isForPeople } = run;
  const { wanted, connected, executor, edge } = planning;
  const refuse = (because: ReturnType<typeof say>, previews: readonly StepSaid[] = []): ExitCode => {
    const end = worst([code, 5]);
    if (previews.length === 0 || !isForPeople) print({ previews }, end);
    printLine(edge.err, because);
    return end;
  };
  const why = notEvenAsked(planned, wanted, edge);
  if (why !== undefined) return refuse(why);
  const asked = await preflight(planned, connected, executor);
  const { previews } = asked;
  if (asked.refusals.length > 0) {
    const end = worst([code, exitCodeOf(asked.refusals)]);
    print({ refusals: [...planned.refusals, ...asked.refusals], previews }, end);
    return end;
  }
  if (isForPeople) print({ previews }, code);
  const answer = await confirmed(planned.plan, planned.digest, wanted, edge);
  if ("refused" in answer) {
    if (edge.interrupted.aborted) {
      printLine(edge.err, words("Interrupted: nothing was changed."));
      return 130;
    }
    return refuse(answer.refused, previews);
  }
  const telling = isForPeople ? "steps" : "nothing";
  const outcomes = await carriedOut(answer.approved, executor, () => makePlan(planning), edge, telling);
  const end = worst([code, exitCodeOfRun(outcomes)]);
  if (!isForPeople) print({ previews, outcomes }, end);
  return end;
}

/** What keeps the plan from being done before anything is asked of the server or of a person. */
function notEvenAsked(planned: Planned, { accepted, confirmation, reviewed }: Wanted, edge: Edge) {
  const { plan, digest } = planned;
  if (reviewed !== undefined && reviewed.digest !== digest)
    return say`error: the plan comes out otherwise than the one in the file (${digest}, not ${reviewed.digest}): the cluster, the server or the user is not what it was. Nothing was sent.`;
  if (confirmation.by === "nothing" && edge.answers === "nobody") return howTo(plan, digest);
  const missing = acceptanceNames(plan).filter((name) => !accepted.includes(name));
  if (missing.length === 0) return undefined;
  const flags = missing.map((name) => `--accept ${name}`).join(" ");
  return say`error: nothing was sent: the plan has dangers that are not accepted. If you mean them: ${words(flags)}`;
}

/** Earlier runs that ended in the middle are cleared up first. */
async function settleEarlier(executor: Executor, edge: Edge): Promise<void> {
  try {
    for (const { detail } of await executor.settle())
      printLine(edge.err, say`An earlier run may have changed something: ${detail}`);
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    throw new Failure("refused", say`error: ${problem.phrase}. Nothing was sent.`);
  }
}

function reportOf(planned: Planned, wanted: Wanted, exitCode: ExitCode): FixReport {
  const { plan, digest, refusals, idle } = planned;
  const { mode, request, accepted } = wanted;
  return { mode, request, plan, digest, refusals, idle, accepted, previews: [], outcomes: [], exitCode };
}

/** Not to know is another end than to know that it must not be. */
function exitCodeOf(refusals: readonly Refusal[]): ExitCode {
  if (refusals.length === 0) return 0;
  return refusals.every(({ reason }) => reason === "IncompleteView") ? 3 : 5;
}
