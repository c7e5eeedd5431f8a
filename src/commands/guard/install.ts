import type { Executor } from "../../changes/executor/index.ts";
import { actIn, digestOf, openExecutor } from "../../changes/executor/index.ts";
import type { Guard } from "../../guard/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import type { FixReport, Plan, Refusal, WriteResult } from "../../report/index.ts";
import { eventTeller, readerOf } from "../changing/audit-line.ts";
import { carriedOut, exitCodeOfRun } from "../changing/carrying.ts";
import type { Confirmation } from "../changing/confirm.ts";
import { cannotAsk, confirmed } from "../changing/confirm.ts";
import { planAt } from "../changing/plan.ts";
import { exitCodeOfRefusals, tellingOfPlan } from "../changing/plan-telling.ts";
import {
  answerTo,
  askedTogether,
  askingFirst,
  denied,
  rightsFor,
  webhooksOf,
} from "../changing/preflight.ts";
import { recapOf } from "../changing/recap.ts";
import { leftOpen, refuseUnproven, whileConnected } from "../changing/session.ts";
import type { Telling } from "../changing/telling.ts";
import { modeOf } from "../changing/telling.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, errorOf, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { backupDir, confirm, dryRun, yes } from "../flags/index.ts";
import { printLine, worst } from "../print.ts";
import type { Connected } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import { accept, output } from "./flags.ts";
import type { Aim } from "./planned.ts";
import { guardItems } from "./planned.ts";

interface Run {
  readonly aim: Aim;
  readonly flags: FlagValues;
  readonly telling: Telling<FixReport>;
  readonly surroundings: Surroundings;
}

/** Puts the guards in force, or removes them, by the same way as `fix`: plan, look, ask, do. */
export async function installed(
  guards: readonly Guard[],
  aim: Aim,
  invocation: Invocation,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { flags } = invocation;
  const telling = await tellingOfPlan(invocation, { output, command: "guard" }, surroundings);
  const run: Run = { aim, flags, telling, surroundings };
  try {
    if (flags.isOn(yes) && flags.isGiven(confirm))
      throw usageError("--yes and --confirm cannot be used together");
    const code = await whileConnected(flags, surroundings, (connected) => planAndDo(guards, connected, run));
    return worst([code, await telling.save(code)]);
  } catch (problem) {
    telling.failed(problem);
    await telling.save(endedEarly(problem).exitCode);
    throw problem;
  }
}

async function planAndDo(guards: readonly Guard[], connected: Connected, run: Run): Promise<ExitCode> {
  const { aim, flags, telling, surroundings } = run;
  const mode = modeOf(flags.choice(dryRun));
  const bench = surroundings.bench(mode === "apply" ? flags.text(backupDir) : "/");
  const reader = readerOf(telling.isForPeople, flags);
  const tell = eventTeller(surroundings.err, reader, ({ path }) => say`Saved ${path}`);
  const executor = openExecutor(connected.client, { ...bench, tell });
  if (mode === "apply")
    for (const each of await leftOpen(executor))
      printLine(surroundings.err, say`An earlier run may have changed something: ${each}`);
  const made = await surroundings.busy(words("Reading"), () => guardItems(guards, aim, executor));
  const plan = planAt(connected, made.items, surroundings.now());
  telling.know({ plan, digest: digestOf(plan), refusals: made.refusals, idle: made.idle });
  const code = exitCodeOfRefusals(made.refusals);
  // Half of the guards is worse than none: a guard of claims needs that of namespaces.
  if (plan.items.length === 0 || code !== 0 || mode === "client") {
    telling.print(code);
    return code;
  }
  refuseUnproven(flags.texts(accept), connected, surroundings);
  const asked = await surroundings.busy(askingFirst, () => preflight(plan, connected, executor));
  telling.know({ refusals: asked.refusals, previews: asked.previews });
  if (asked.refusals.length > 0 || mode === "server") {
    const end = exitCodeOfRefusals(asked.refusals);
    telling.print(end);
    return end;
  }
  return await apply(plan, executor, run);
}

async function apply(plan: Plan, executor: Executor, run: Run): Promise<ExitCode> {
  const { flags, telling, surroundings } = run;
  if (telling.isForPeople) telling.print(0);
  const confirmation = confirmationOf(flags);
  if (confirmation.by === "nothing" && surroundings.answers === "none")
    return stopped(cannotAsk(plan, digestOf(plan)), 5, run);
  const answer = await confirmed(plan, { confirmation, accepted: [] }, surroundings, recapOf(plan));
  if ("refused" in answer)
    return surroundings.interrupted.aborted
      ? stopped(words("Interrupted. Nothing was changed."), 130, run)
      : stopped(answer.refused, 5, run);
  const outcomes: WriteResult[] = [];
  telling.know({ outcomes });
  // An item rests on its own objects alone, which the executor reads again before each step.
  const options = { recheck: async () => "unchanged" as const };
  await carriedOut(answer.approved, options, { executor, telling, surroundings }, outcomes);
  const end = exitCodeOfRun(outcomes);
  if (!telling.isForPeople) telling.print(end);
  return end;
}

function confirmationOf(flags: FlagValues): Confirmation {
  const digest = flags.text(confirm);
  if (digest !== undefined) return { by: "digest", digest };
  return { by: flags.isOn(yes) ? "yes" : "nothing" };
}

function stopped(because: Phrase, end: ExitCode, { telling, surroundings }: Run): ExitCode {
  telling.know({ errors: [errorOf(end === 130 ? "interrupted" : "refused", because)] });
  if (!telling.isForPeople) telling.print(end);
  printLine(surroundings.err, because);
  return worst([end]);
}

interface Preflight {
  readonly refusals: readonly Refusal[];
  readonly previews: readonly WriteResult[];
}

/** Whether the person may do it, and then what the server says to the very same bytes. */
async function preflight(plan: Plan, connected: Connected, executor: Executor): Promise<Preflight> {
  const needs = plan.items.map(({ steps, because: { object } }) => ({
    object,
    questions: steps.flatMap((step) => rightsFor(actIn(step))),
  }));
  const rights = (await denied(needs, executor)).map(
    ({ object, said }): Refusal => ({
      reason: "NotAllowed",
      object,
      message: said,
      instead: words("Ask an administrator of the cluster to install the guards."),
    }),
  );
  if (rights.length > 0) return { refusals: rights, previews: [] };
  const webhooks = webhooksOf(connected);
  const steps = plan.items.flatMap(({ steps, because }, item) =>
    steps.flatMap((step) => (step.when === "now" ? [{ item, step, object: because.object }] : [])),
  );
  const refused = (detail: Phrase) => say`The server was asked first, and would refuse this step: ${detail}`;
  const answers = await askedTogether(steps, async (each) => ({
    ...each,
    ...(await answerTo(each.step.step, executor, webhooks, refused)),
  }));
  return {
    previews: answers.map(({ item, step, said }) => ({ item, step, ...said })),
    refusals: answers.flatMap(({ object, no, notLooked }) =>
      no === undefined
        ? []
        : [
            {
              ...no,
              object,
              instead: say`Nothing was changed. Fix this first.${join([[], ...notLooked], " ")}`,
            },
          ],
    ),
  };
}
