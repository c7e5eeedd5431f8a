import type { Executor } from "../../changes/executor/index.ts";
import { approve, digestOf } from "../../changes/executor/index.ts";
import type { Rescue, StepsAhead } from "../../changes/index.ts";
import { draftOfRescue, stepsAhead } from "../../changes/index.ts";
import { createCluster } from "../../cluster/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, words } from "../../kubernetes/index.ts";
import type { Act, RescuePlan, RescueStep } from "../../report/index.ts";
import { collect } from "../asking/collect.ts";
import type { Confirmation } from "../changing/confirm.ts";
import { cannotAsk, confirmed } from "../changing/confirm.ts";
import type { Place, PlannedAct } from "../changing/plan.ts";
import { itemWith, planAt, plannedActs } from "../changing/plan.ts";
import { askingFirst } from "../changing/preflight.ts";
import { modeOf } from "../changing/telling.ts";
import type { ExitCode } from "../failure.ts";
import { confirm, dryRun } from "../flags/index.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import { pairsOf } from "./account.ts";
import { perform } from "./perform.ts";
import { preflight } from "./preflight.ts";
import type { RescueRun } from "./run.ts";
import type { RescueState } from "./store.ts";

/** A rescue, as it is put to a person. */
interface Proposal {
  readonly rescue: Rescue;
  /** What it is told of. */
  readonly on: ObjectRef;
  /** The digest of the plan that was confirmed when this rescue began. */
  readonly before?: string | undefined;
  /** One that was begun before, and is not to be continued: this one replaces it once it is confirmed. */
  readonly former?: RescueState | undefined;
  /** What is scaled down, and is not started again by it. */
  readonly scaledDown: readonly Phrase[];
  /** What else cannot be undone. */
  readonly limits: readonly Phrase[];
}

/** What a plan is made from: a cluster, or files. */
interface Ground {
  readonly connected: Place & { readonly source: Source };
  readonly executor: Pick<Executor, "read">;
  readonly account: RescueRun["account"];
  readonly surroundings: RescueRun["surroundings"];
}

/** Shows the plan, asks the server and the person, and carries it out. */
export async function proposed(proposal: Proposal, run: RescueRun): Promise<ExitCode> {
  const { rescue, before, former, scaledDown } = proposal;
  const planned = await lookedAt(proposal, run);
  if (typeof planned === "number") return planned;
  const answer = planned.steps.length === 0 ? "do it" : await answered(planned, proposal, run);
  if (answer !== "do it") return answer;
  return await perform({ rescue, digest: before ?? planned.digest, former, scaledDown }, run);
}

/** The plan, or how the run ends without one. */
export async function lookedAt(proposal: Proposal, ground: Ground): Promise<RescuePlan | ExitCode> {
  const { account, connected, surroundings } = ground;
  const ahead = await surroundings.busy(words("Reading"), () =>
    lookedAhead(proposal.rescue, connected.source),
  );
  const { end, steps } = ahead;
  if (end.end === "unknown") {
    account.unread(end.unread);
    return 3;
  }
  if (end.end === "refused" && steps.length === 0) {
    account.refused(end.refusal);
    return 5;
  }
  return await plannedFor(proposal, ahead, ground);
}

/** What the controllers will do, as far as their models tell. */
async function lookedAhead(rescue: Rescue, source: Source): Promise<StepsAhead> {
  const { made } = await collect(
    (snapshot) => {
      const { steps, end } = stepsAhead(rescue, createCluster(snapshot), knowledge.controllers);
      return { steps, end, unread: end.end === "unknown" ? end.unread : [] };
    },
    source.start(),
    source,
  );
  return made;
}

/** The whole, as a person is to confirm it: each request is made again when its turn comes. */
async function plannedFor(
  { rescue, on, limits }: Proposal,
  { steps, end }: StepsAhead,
  { connected, executor, surroundings }: Ground,
): Promise<RescuePlan> {
  const draft = draftOfRescue(on, rescue, steps);
  const later = draft.acts.map((act) => ({ when: "later", act }) as const);
  const plan = planAt(connected, [itemWith(draft, later)], surroundings.now());
  return {
    plan,
    digest: digestOf(plan),
    pairs: pairsOf(rescue),
    steps: await withRequests(steps, executor),
    ...(end.end === "refused" ? { refusal: end.refusal } : {}),
    cannotUndo: [...draft.cannotUndo, ...limits],
  };
}

/** The steps with their requests, as far as these can be made from the objects as they are now. */
async function withRequests(
  steps: readonly RescueStep[],
  executor: Ground["executor"],
): Promise<readonly RescueStep[]> {
  const acts = steps.flatMap(({ act }) => act ?? []);
  const planned = await plannedActs(acts, executor);
  return steps.map((step) => {
    const { act } = step;
    const request = act && planned[acts.indexOf(act)];
    if (act === undefined || request === undefined) return step;
    if (request.is === "now") return { ...step, planned: request.step };
    return { ...step, planned: { when: "later", act }, notYet: whyLater(act, request, steps) };
  });
}

function whyLater(
  act: Act,
  request: Exclude<PlannedAct, { is: "now" }>,
  steps: readonly RescueStep[],
): Phrase {
  switch (request.is) {
    case "later": {
      const before = steps.find((other) => other.act === request.after)?.title ?? [];
      return say`An earlier step must be done first: ${before}.`;
    }
    case "unread":
      return request.because;
    case "so already":
    case "none":
      return act.do === "create"
        ? say`${nameOf(act.on)} still exists and must be deleted first.`
        : request.because.message;
  }
}

/** What the server and the person say to the plan. */
async function answered(
  planned: RescuePlan,
  { rescue, before }: Proposal,
  run: RescueRun,
): Promise<"do it" | ExitCode> {
  const { account, surroundings, invocation } = run;
  const { plan, digest } = planned;
  const mode = modeOf(invocation.flags.choice(dryRun));
  const given = invocation.flags.text(confirm) ?? "";
  const confirmation: Confirmation =
    given === "" ? { by: "nothing" } : { by: "digest", digest: given === before ? digest : given };
  const why = mode === "apply" ? notConfirmed(planned, confirmation, surroundings) : undefined;
  if (mode === "client" || why !== undefined) {
    account.plan(planned);
    return why === undefined ? 0 : refused(why, run);
  }
  const { steps, refusals, notLooked } = await surroundings.busy(askingFirst, () =>
    preflight(planned.steps, rescue.accepted, run),
  );
  account.plan({ ...planned, steps });
  for (const each of notLooked) account.note(each);
  for (const refusal of refusals) account.refused(refusal);
  if (refusals.length > 0) return 5;
  if (mode === "server") return 0;
  const answer = await confirmed(plan, { confirmation, accepted: [] }, surroundings);
  return "refused" in answer ? refused(answer.refused, run) : "do it";
}

/** What the command line leaves open, so that neither the server is asked about it nor a person. */
function notConfirmed(
  { plan, digest }: RescuePlan,
  confirmation: Confirmation,
  { answers }: Surroundings,
): Phrase | undefined {
  if (confirmation.by !== "digest") return answers === "none" ? cannotAsk(plan, digest) : undefined;
  const approved = approve(plan, { given: confirmation, accepted: [] });
  return "refused" in approved ? approved.refused : undefined;
}

function refused(why: Phrase, { account, surroundings }: RescueRun): ExitCode {
  const { aborted } = surroundings.interrupted;
  account.note(aborted ? words("Interrupted. Nothing was sent.") : why);
  return aborted ? 130 : 5;
}
