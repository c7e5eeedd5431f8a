import type { Executor } from "../../changes/executor/index.ts";
import { digestOf } from "../../changes/executor/index.ts";
import type { Proposal, Proposals, Wish } from "../../changes/index.ts";
import { proposals, proposalsByRule } from "../../changes/index.ts";
import type { Snapshot } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { KubeObject, ObjectRef, RawObject } from "../../kubernetes/index.ts";
import { flatten, kindNamed, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { FixReport, Idle, Plan, PlanItem, Refusal } from "../../report/index.ts";
import type { Request, Target } from "../arguments/request.ts";
import { askAgain } from "../asking/ask.ts";
import { collect } from "../asking/collect.ts";
import { namespaceOf } from "../asking/select.ts";
import { listing } from "../audit/listing.ts";
import type { Place } from "../changing/plan.ts";
import { itemOf, planAt } from "../changing/plan.ts";
import { askedTogether } from "../changing/preflight.ts";
import type { Telling } from "../changing/telling.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, config, selector } from "../flags/index.ts";
import { concernsNamespace, fixable, withoutAbsentKinds } from "../resources.ts";
import type { Connected, ReadList, Source } from "../sources/source.ts";
import { listsOf } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Wanted } from "./wanted.ts";
import { isWalk } from "./wanted.ts";

/** A plan with everything that is known about it. */
export interface Planned {
  readonly plan: Plan;
  readonly digest: string;
  readonly refusals: readonly Refusal[];
  readonly idle: readonly Idle[];
  readonly failures: readonly Failure[];
  /** The objects to be changed, as they were read for the plan. */
  readonly read: ReadonlyMap<PlanItem, readonly RawObject[]>;
  /** The lists that were read. */
  readonly evidence: readonly ReadList[];
}

export interface Planning {
  readonly wanted: Wanted;
  readonly flags: FlagValues;
  readonly connected: Connected;
  readonly executor: Executor;
  readonly telling: Telling<FixReport>;
  readonly surroundings: Surroundings;
  sleep(milliseconds: number): Promise<void>;
}

/** What a plan is made from: a cluster, or files. */
interface Ground {
  readonly wanted: Wanted;
  readonly flags: FlagValues;
  readonly connected: Pick<Connected, "source"> & Place;
  readonly executor: Pick<Executor, "read">;
  readonly surroundings: Surroundings;
}

/**
 * Says what would be done. Reads, and nothing else.
 *
 * @param only about this object alone of those that were asked for: what would be done about it depends on no other proposal
 */
export async function makePlan(ground: Ground, only?: ObjectRef): Promise<Planned> {
  return await ground.surroundings.busy(words("Reading"), () => planned(ground, only));
}

async function planned(
  { wanted, flags, connected, executor, surroundings }: Ground,
  only: ObjectRef | undefined,
): Promise<Planned> {
  const lists = listsOf(connected.source);
  const { answer, failures, count } = await proposed(wanted, flags, lists.source, only);
  // A plan alone changes nothing, and a walk asks about each: both may be about as many as there are.
  const isBounded = wanted.asked.by !== "stuck" || (wanted.mode === "apply" && !isWalk(wanted, surroundings));
  if (isBounded && count > wanted.max)
    throw new Failure(
      "refused",
      say`error: ${count} objects match, and fix changes at most ${wanted.max}. To fix all of them, add --max ${count}`,
    );
  const refusals: Refusal[] = [];
  const idle: Idle[] = [];
  const items: PlanItem[] = [];
  const read = new Map<PlanItem, readonly RawObject[]>();
  // Each reads the objects that it would change.
  const readings = await askedTogether(answer.proposals, async (proposal) =>
    proposal.state === "draft" && answer.skipped.length === 0
      ? { proposal, made: await itemOf(proposal.draft, executor) }
      : { proposal, made: undefined },
  );
  for (const { proposal, made } of readings) {
    if (proposal.state === "refused") refusals.push(...proposal.refusals);
    else if (proposal.state === "nothing") idle.push(proposal);
    else if (made === undefined) refusals.push(passedOver(proposal.draft.because.object, answer.skipped));
    else if (made.is === "refused") refusals.push(made.refusal);
    else if (made.is === "nothing")
      idle.push({ object: proposal.draft.because.object, because: made.because });
    else {
      items.push(made.item);
      read.set(made.item, made.read);
    }
  }
  const plan = planAt(connected, items, surroundings.now());
  return { plan, digest: digestOf(plan), refusals, idle, failures, read, evidence: lists.read() };
}

interface Proposed {
  readonly answer: Proposals;
  readonly failures: readonly Failure[];
  readonly count: number;
}

async function proposed(
  wanted: Wanted,
  flags: FlagValues,
  source: Source,
  only: ObjectRef | undefined,
): Promise<Proposed> {
  const { asked: request } = wanted;
  const isMeant = (object: ObjectRef) => only === undefined || nameKey(object) === nameKey(only);
  if (request.by === "rule") {
    const answer = await proposedByRule(request.rule, flags, source);
    const meant = answer.proposals.filter(
      (each) => each.state !== "draft" || isMeant(each.draft.because.object),
    );
    return { answer: { ...answer, proposals: meant }, failures: [], count: answer.proposals.length };
  }
  if (request.by === "stuck") {
    const { answer, failures } = await proposedForStuck(wanted.wish, flags, source, only);
    return { answer, failures, count: answer.proposals.filter(({ state }) => state === "draft").length };
  }
  const make = (objects: readonly KubeObject[]) => (snapshot: Snapshot) =>
    proposals(
      objects.filter((object) => isMeant(refOf(object))),
      wanted.wish,
      snapshot,
      knowledge,
    );
  const asked = await askAgain(narrowed(request, only), flags, source, make);
  return { answer: asked.answer, failures: asked.failures, count: asked.objects.length };
}

/** Asks for no more than can be this object. */
function narrowed(request: Request, only: ObjectRef | undefined): Request {
  const resource = only && kindNamed(only.apiVersion, only.kind)?.resource;
  if (only === undefined || resource === undefined) return request;
  switch (request.by) {
    case "name": {
      const { targets, bare } = request;
      const isIt = (target: Target) => target.resource === resource && target.name === only.name;
      return bare === undefined ? { ...request, targets: targets.filter(isIt) } : request;
    }
    case "type":
      return request.named === "types" ? { ...request, resources: [resource] } : request;
  }
}

function passedOver(object: Idle["object"], skipped: readonly string[]): Refusal {
  return {
    reason: "IncompleteView",
    object,
    message: say`No plan for ${nameOf(object)}: ${skipped.length} answers of the server could not be parsed (${skipped[0] ?? ""}).`,
    instead: words("An object that could not be parsed may still exist."),
  };
}

/** Problems that began a moment ago may end without action, in seconds. */
const olderThan = 300;

/** What would be done about all that a rule finds, in one namespace or in all. */
async function proposedByRule(code: string, flags: FlagValues, source: Source): Promise<Proposals> {
  const rule = knowledge.rules.find((known) => known.code === code || known.name === code);
  if (rule === undefined)
    throw new Failure(
      "usage",
      say`error: unknown rule "${code}": see 'kubectl pvguard explain' for all rules`,
    );
  const namespace = flags.isGiven(config.namespace) ? namespaceOf(flags, source) : undefined;
  const wide = listing(source, namespace);
  const { made } = await collect(
    (snapshot) => proposalsByRule(rule, { namespace, olderThan }, snapshot, knowledge),
    wide.start(),
    wide,
  );
  return made;
}

interface ForStuck {
  readonly answer: Proposals;
  readonly failures: readonly Failure[];
}

/**
 * What would be done about everything that is stuck, in one namespace and behind its claims, or everywhere. What one step
 * ends is listed once, however many objects it holds; what is healthy, or ends without action, is left out.
 */
async function proposedForStuck(
  wish: Wish,
  flags: FlagValues,
  source: Source,
  only: ObjectRef | undefined,
): Promise<ForStuck> {
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  const labels = flags.text(selector) || undefined;
  const request: Request = { by: "type", named: "types", resources: fixable, labels, fields: undefined };
  const make = (objects: readonly KubeObject[]) => (snapshot: Snapshot) => {
    const meant =
      only === undefined ? objects : objects.filter((each) => nameKey(refOf(each)) === nameKey(only));
    const within = meant.filter(concerning(namespace, snapshot));
    const made = proposals(within, wish, snapshot, knowledge);
    return { ...made, proposals: byCause(made.proposals) };
  };
  const { answer, failures } = await askAgain(narrowed(request, only), flags, source, make);
  return { answer, failures: withoutAbsentKinds(failures) };
}

function concerning(namespace: string | undefined, snapshot: Snapshot): (object: KubeObject) => boolean {
  if (namespace === undefined) return () => true;
  const cluster = createCluster(snapshot, () => {});
  return (object) => concernsNamespace(object, namespace, cluster);
}

/** The first of those that ask for the same, in the order of the kinds. */
function byCause(all: readonly Proposal[]): readonly Proposal[] {
  const causes = new Map<string, Proposal>();
  for (const proposal of all) {
    if (proposal.state === "nothing") continue;
    const key = keyOf(proposal);
    if (!causes.has(key)) causes.set(key, proposal);
  }
  return [...causes.values()];
}

function keyOf(proposal: Exclude<Proposal, { readonly state: "nothing" }>): string {
  return proposal.state === "draft"
    ? JSON.stringify(proposal.draft.acts)
    : JSON.stringify(proposal.refusals.map(({ reason, message }) => [reason, flatten(message, String)]));
}
