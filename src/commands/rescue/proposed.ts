import { isYetToBeMade } from "../../analysis/index.ts";
import type { Executor, GivenBy } from "../../changes/executor/index.ts";
import { approve, digestOf } from "../../changes/executor/index.ts";
import type { Outline, OutlineStep, Rescue } from "../../changes/index.ts";
import { stepOf } from "../../changes/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { kindNamed, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Act, Plan, PlannedStep, RescuePlan, RescueStep } from "../../report/index.ts";
import { askingFirst, typeToContinue } from "../changing.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { confirm } from "../flags/index.ts";
import { pairsOf } from "./account.ts";
import { dryRun } from "./flags.ts";
import { perform } from "./perform.ts";
import { titleOf, wholePlan } from "./plans.ts";
import type { Asked } from "./preflight.ts";
import { preflight } from "./preflight.ts";
import type { Stage } from "./stage.ts";
import type { RescueState } from "./store.ts";

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
  { evidence, connected, bench, edge }: Stage,
): Promise<Asked> {
  return await edge.busy(askingFirst, () =>
    preflight(outline, steps, evidence(), rescue.accepted, connected, bench.executor),
  );
}

function refused(why: Phrase, { account, edge }: Stage): ExitCode {
  const { aborted } = edge.interrupted;
  account.stopped(aborted ? words("Interrupted. Nothing was sent.") : say`${why}`);
  return aborted ? 130 : 5;
}

/** Whether the person says yes to the plan, by `--confirm`. `ask`: they have not said, and can be asked. Else why not. */
function confirmedBefore(
  plan: Plan,
  digest: string,
  { given, before }: Confirmation,
  edge: Edge,
): "yes" | "ask" | Phrase {
  if (given !== undefined && given !== "")
    return approval(plan, { by: "digest", digest: given === before ? digest : given });
  if (edge.answers === "a person") return "ask";
  return say`Cannot ask for confirmation without a terminal, so nothing was sent. To continue, add --confirm=${digest}.`;
}

interface Confirmation {
  /** The value of `--confirm`. */
  readonly given: string | undefined;
  /** The digest that was confirmed when this rescue began. */
  readonly before: string | undefined;
}

/** Asks at the terminal. */
async function confirmedNow(plan: Plan, edge: Edge): Promise<"yes" | Phrase> {
  const typed = await edge.ask(typeToContinue(plan));
  return approval(plan, { by: "answer", typed: typed ?? "" });
}

function approval(plan: Plan, given: GivenBy): "yes" | Phrase {
  const approved = approve(plan, { given, accepted: [] });
  return "refused" in approved ? approved.refused : "yes";
}

/** The steps with their requests, as far as these can be made from the objects as they are now. */
async function formed({ steps }: Outline, executor: Executor): Promise<readonly RescueStep[]> {
  const touched = new Map<string, Phrase>();
  const all: RescueStep[] = [];
  for (const step of steps) {
    all.push({
      ...told(step),
      ...(step.act === undefined ? {} : await planned(step.act, touched, executor)),
    });
    if (step.by === "pvguard") touched.set(nameKey(step.on), titleOf(step));
  }
  return all;
}

function told(step: OutlineStep): RescueStep {
  const { stage, by, why, instead } = step;
  return {
    stage,
    by,
    object: asNamed(step.on),
    title: titleOf(step),
    why,
    ...(instead === undefined ? {} : { instead }),
  };
}

/** An object that is yet to be created has no uid. */
function asNamed({ uid, ...named }: ObjectRef): ObjectRef {
  return uid === undefined || isYetToBeMade(uid) ? named : { ...named, uid };
}

type Planned = { readonly planned: PlannedStep; readonly notYet?: Phrase };

async function planned(act: Act, touched: ReadonlyMap<string, Phrase>, executor: Executor): Promise<Planned> {
  const later = (notYet: Phrase): Planned => ({ planned: { when: "later", act }, notYet });
  const before = touched.get(nameKey(act.on));
  if (before !== undefined) return later(say`An earlier step must be done first: ${before}.`);
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (resource === undefined) return later(say`pvguard does not know the kind of ${nameOf(act.on)}.`);
  const read = await executor.read(resource, act.on);
  if (read.state === "unread") return later(read.phrase);
  const step = stepOf(act, read.state === "found" ? read.raw : "absent", resource);
  if ("do" in step) return { planned: { when: "now", step } };
  return act.do === "create"
    ? later(say`${nameOf(act.on)} still exists and must be deleted first.`)
    : later(step.message);
}
