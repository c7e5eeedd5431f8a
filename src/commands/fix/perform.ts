import type { ApprovedPlan } from "../../changes/executor/index.ts";
import { openExecutor } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { WriteResult } from "../../report/index.ts";
import { approvalLasts, keepApproval } from "../changing/approval.ts";
import { eventTeller, readerOf } from "../changing/audit-line.ts";
import { carriedOut, exitCodeOfRun } from "../changing/carrying.ts";
import { acceptFlags, cannotAsk, confirmed } from "../changing/confirm.ts";
import { planAt } from "../changing/plan.ts";
import { exitCodeOfRefusals, tellingOfPlan } from "../changing/plan-telling.ts";
import { askingFirst } from "../changing/preflight.ts";
import { recapOf } from "../changing/recap.ts";
import {
  leftOpen,
  reading,
  refuseUnproven,
  refuseWritesFromFiles,
  whileConnected,
} from "../changing/session.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, errorOf, usageError } from "../failure.ts";
import { backupDir, from } from "../flags/index.ts";
import { printLine, printWarnings, worst } from "../print.ts";
import type { Connected } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import { plannedAgain, tellAfterwards } from "./apply.ts";
import { approveOnly, output } from "./flags.ts";
import type { Planned, Planning } from "./planning.ts";
import { makePlan } from "./planning.ts";
import type { Preflight } from "./preflight.ts";
import { missingRights, preflight, previewed } from "./preflight.ts";
import { knownOf } from "./telling.ts";
import { walk } from "./walk.ts";
import type { Wanted } from "./wanted.ts";
import { isWalk, wantedOf, withNamespace } from "./wanted.ts";

/** Plan, look, ask, do: the whole of `fix`. */
export async function performed(invocation: Invocation, surroundings: Surroundings): Promise<ExitCode> {
  const { flags } = invocation;
  const telling = await tellingOfPlan(invocation, { output }, surroundings);
  try {
    const wanted = await wantedOf(invocation, surroundings);
    if (isWalk(wanted, surroundings) && flags.texts(output).some((text) => text.includes("=")))
      throw usageError(
        "fix asks about each cause with a plan of its own, so it cannot write one document: name the objects, or add --dry-run",
      );
    telling.know({ request: wanted.request, accepted: wanted.accepted });
    const asked = { wanted, flags, telling, surroundings };
    const code = flags.isGiven(from)
      ? await planFromFiles(asked)
      : await whileConnected(flags, surroundings, (connected) => planAndDo(asked, connected));
    return worst([code, await telling.save(code)]);
  } catch (problem) {
    telling.failed(problem);
    await telling.save(endedEarly(problem).exitCode);
    throw problem;
  }
}

type Asked = Pick<Planning, "wanted" | "flags" | "telling" | "surroundings">;

async function planAndDo(
  { wanted: asked, flags, telling, surroundings }: Asked,
  connected: Connected,
): Promise<ExitCode> {
  const { wanted, within } = withNamespace(asked, flags, connected.source);
  telling.know({ request: wanted.request, plan: planAt(connected, [], surroundings.now()) });
  // A plan alone keeps nothing.
  const bench = surroundings.bench(wanted.mode === "apply" ? flags.text(backupDir) : "/");
  const executor = openExecutor(connected.client, {
    ...bench,
    tell: eventTeller(
      surroundings.err,
      readerOf(telling.isForPeople, flags),
      ({ path }) => say`Saved ${path}`,
    ),
  });
  if (wanted.mode === "apply")
    for (const each of await leftOpen(executor))
      printLine(surroundings.err, say`An earlier run may have changed something: ${each}`);
  const sleep = (milliseconds: number) => bench.sleep(milliseconds, surroundings.interrupted);
  const planning: Planning = { wanted, flags: within, connected, executor, telling, surroundings, sleep };
  const planned = await makePlan(planning);
  const { code, isEmpty } = knownOf(planned, wanted, telling, surroundings);
  return isEmpty ? code : worst([code, await inMode(planned, planning, code)]);
}

async function inMode(planned: Planned, planning: Planning, code: ExitCode): Promise<ExitCode> {
  const { wanted, connected, executor, telling, surroundings } = planning;
  if (planned.plan.items.length === 0 || wanted.mode === "client") {
    telling.print(code);
    return code;
  }
  refuseUnproven(wanted.accepted, connected, surroundings);
  if (wanted.mode === "apply")
    return telling.isForPeople && isWalk(wanted, surroundings)
      ? await walk(planned, planning)
      : await apply(planned, planning, code);
  const asked = await surroundings.busy(askingFirst, () => preflight(planned, connected, executor));
  return refused(asked, planned, telling, code);
}

async function apply(planned: Planned, planning: Planning, code: ExitCode): Promise<ExitCode> {
  const { wanted, flags, connected, executor, telling, surroundings } = planning;
  const { isForPeople } = telling;
  /** The plan as it is was not confirmed: it is shown, with the reason why it is not carried out. */
  const notSent = (why: Phrase): ExitCode => {
    const end = worst([code, 5]);
    if (isForPeople) telling.print(end);
    return stopped(why, end, planned, planning);
  };
  const other = otherThanReviewed(planned, wanted);
  if (other !== undefined) return notSent(other);
  // A person who may not do it at all is not asked to accept what it would do.
  const rights = await surroundings.busy(askingFirst, () => missingRights(planned, executor));
  if (rights.length > 0) return refused({ refusals: rights, previews: [] }, planned, telling, code);
  const why = notAnswered(planned, wanted, surroundings);
  if (why !== undefined) return notSent(why);
  const asked = await surroundings.busy(askingFirst, () => previewed(planned, connected, executor));
  if (asked.refusals.length > 0) return refused(asked, planned, telling, code);
  telling.know({ previews: asked.previews });
  if (isForPeople) telling.print(code);
  const answer = await confirmed(planned.plan, wanted, surroundings, recapOf(planned.plan));
  if ("refused" in answer)
    return surroundings.interrupted.aborted
      ? stopped(words("Interrupted. Nothing was changed."), 130, planned, planning)
      : stopped(answer.refused, worst([code, 5]), planned, planning);
  if (flags.isOn(approveOnly)) return await approvedOnly(answer.approved, planning);
  const outcomes: WriteResult[] = [];
  telling.know({ outcomes });
  await carriedOut(answer.approved, plannedAgain(planning), planning, outcomes);
  const end = worst([code, exitCodeOfRun(outcomes)]);
  if (isForPeople && outcomes.length > 0) await tellAfterwards(planned.plan, planning);
  if (!isForPeople) telling.print(end);
  return end;
}

/** What the person said yes to is carried out later, if the plan is still the same. */
async function approvedOnly(
  { digest }: ApprovedPlan,
  { wanted, flags, surroundings }: Planning,
): Promise<ExitCode> {
  await keepApproval({ digest, accepted: wanted.accepted }, surroundings.bench(flags.text(backupDir)));
  const minutes = approvalLasts / 60_000;
  printLine(
    surroundings.out,
    say`Approved for ${minutes} minutes, once: digest ${digest}. Nothing was sent.`,
  );
  return 0;
}

/** Why the plan is not the one that was reviewed. */
function otherThanReviewed({ digest }: Planned, { reviewed }: Wanted): Phrase | undefined {
  return reviewed === undefined || reviewed.digest === digest
    ? undefined
    : say`error: the new plan differs from the plan in the file (digest ${digest}, not ${reviewed.digest}): the cluster, the server or the user has changed. Nothing was sent.`;
}

/** What the command line leaves open, so that neither the server is asked to try it nor a person to answer. */
function notAnswered(
  { plan, digest }: Planned,
  { accepted, confirmation }: Wanted,
  surroundings: Surroundings,
): Phrase | undefined {
  if (confirmation.by === "nothing" && surroundings.answers === "none") return cannotAsk(plan, digest);
  const missing = acceptFlags(plan, accepted);
  return missing === ""
    ? undefined
    : say`error: the plan has dangers that you have not accepted, so nothing was sent. To accept them, add${words(missing)}`;
}

/** The server refuses: the plan is shown with what it says. */
function refused(
  { refusals, previews }: Preflight,
  planned: Planned,
  telling: Planning["telling"],
  code: ExitCode,
): ExitCode {
  const end = worst([code, exitCodeOfRefusals(refusals)]);
  telling.know({ refusals: [...planned.refusals, ...refusals], previews });
  telling.print(end);
  return end;
}

/** Why nothing is sent: told to a person in a line, and to a program in its document. */
function stopped(
  because: Phrase,
  end: ExitCode,
  { failures }: Planned,
  { telling, surroundings }: Planning,
): ExitCode {
  const reason = end === 130 ? "interrupted" : "refused";
  const known = failures.map(({ kind, phrase }) => errorOf(kind, phrase));
  telling.know({ errors: [...known, errorOf(reason, because)] });
  if (!telling.isForPeople) telling.print(end);
  printLine(surroundings.err, because);
  return end;
}

/** The plan as far as files tell. No server is asked, and nothing can be sent: the plan has no digest. */
async function planFromFiles({ wanted: asked, flags, telling, surroundings }: Asked): Promise<ExitCode> {
  refuseWrites(asked);
  const read = await surroundings.busy(words("Reading"), (tell) => surroundings.openWhole(flags, tell));
  const { source, input } = read;
  const { wanted, within } = withNamespace(asked, flags, source);
  const connected = { source, server: "", input };
  telling.know({ request: wanted.request, plan: planAt(connected, [], surroundings.now()) });
  const executor = reading(read, () => words("it"));
  const planned = await makePlan({ wanted, flags: within, connected, executor, surroundings });
  const { code, isEmpty } = knownOf({ ...planned, digest: "" }, wanted, telling, surroundings);
  printWarnings(source, surroundings);
  if (!isEmpty) telling.print(code);
  return code;
}

function refuseWrites({ mode, reviewed }: Wanted): void {
  refuseWritesFromFiles("fix", mode);
  if (reviewed !== undefined) throw usageError("--plan changes a cluster: remove --from");
}
