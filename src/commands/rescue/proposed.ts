import type { Outline, Rescue } from "../../engine/rescue/index.ts";
import { digestOf } from "../../executor/index.ts";
import { type ObjectRef, type Phrase, type RescuePlan, say, words } from "../../model/index.ts";
import type { ExitCode } from "../exit-code.ts";
import { confirm } from "../flags/index.ts";
import { confirmedBefore, confirmedNow } from "./confirmation.ts";
import { dryRun } from "./flags.ts";
import { formed } from "./formed.ts";
import { pairsOf } from "./pairs.ts";
import { perform } from "./perform.ts";
import { wholePlan } from "./plans.ts";
import { type Asked, preflight } from "./preflight.ts";
import type { Stage } from "./stage.ts";
import type { RescueState } from "./state.ts";

/** A rescue, as it is put to a person. */
interface Proposal {
  readonly rescue: Rescue;
  readonly outline: Outline;
  /** What it is told of. */
  readonly on: ObjectRef;
  /** The digest of the plan that was confirmed when this rescue began. */
  readonly before: string | undefined;
  /** One that was begun before, and is not to be continued: this one replaces it once it is confirmed. */
  readonly former?: RescueState;
  /** What is scaled down, and is not started again by it. */
  readonly standing: readonly Phrase[];
  /** What else cannot be undone. */
  readonly limits: readonly Phrase[];
}

/** Shows the plan, asks the server and the person, and carries it out. */
export async function proposed(proposal: Proposal, stage: Stage): Promise<ExitCode> {
  const { account } = stage;
  const { end, steps } = proposal.outline;
  if (end.next === "unknown") {
    account.unread(end.unread);
    return 3;
  }
  if (end.next === "refuse" && steps.length === 0) {
    account.refused(end.refusal);
    return 5;
  }
  const planned = await plannedFor(proposal, stage);
  const { rescue, former, standing } = proposal;
  const doIt = () => perform({ rescue, former, standing }, proposal.before ?? planned.digest, stage);
  if (steps.length === 0) return await doIt();
  return await inMode(planned, proposal, stage, doIt);
}

async function plannedFor(
  { rescue, outline, on, limits }: Proposal,
  { connected, bench, edge }: Stage,
): Promise<RescuePlan> {
  const { server, context, user } = connected;
  const plan = wholePlan(on, rescue, outline, { server, context, user, now: edge.now() });
  return {
    plan,
    digest: digestOf(plan),
    pairs: pairsOf(rescue),
    steps: await formed(outline, bench.executor),
    ...(outline.end.next === "refuse" ? { refusal: outline.end.refusal } : {}),
    cannotUndo: [...plan.items.flatMap(({ cannotUndo }) => cannotUndo), ...limits],
  };
}

async function inMode(
  planned: RescuePlan,
  proposal: Proposal,
  stage: Stage,
  doIt: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { account, edge, invocation } = stage;
  const { flags } = invocation;
  const mode = flags.choice(dryRun);
  if (mode === "client") {
    account.plan(planned);
    return 0;
  }
  const given = { given: flags.text(confirm), before: proposal.before };
  const said = mode === "none" ? confirmedBefore(planned.plan, planned.digest, given, edge) : "ask";
  if (said !== "yes" && said !== "ask") {
    account.plan(planned);
    return refused(said, stage);
  }
  const { steps, refusals, notLooked } = await askedFirst(planned, proposal, stage);
  account.plan({ ...planned, steps });
  for (const each of notLooked) account.note(each);
  for (const refusal of refusals) account.refused(refusal);
  if (refusals.length > 0) return 5;
  if (mode === "server") return 0;
  const answer = said === "ask" ? await confirmedNow(planned.plan, edge) : said;
  return answer === "yes" ? await doIt() : refused(answer, stage);
}

async function askedFirst(
  { steps }: RescuePlan,
  { outline, rescue }: Proposal,
  { evidence, connected, bench }: Stage,
): Promise<Asked> {
  return await preflight(outline, steps, evidence(), rescue.accepted, connected, bench.executor);
}

function refused(why: Phrase, { account, edge }: Stage): ExitCode {
  const { aborted } = edge.interrupted;
  account.stopped(aborted ? words("Interrupted. Nothing was sent.") : say`${why}`);
  return aborted ? 130 : 5;
}
