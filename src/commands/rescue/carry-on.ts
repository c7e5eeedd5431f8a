import type { Executor, Outcome } from "../../changes/executor/index.ts";
import { approve, digestOf } from "../../changes/executor/index.ts";
import type { ActStep, Next, Rescue, WaitStep } from "../../changes/index.ts";
import { afterActStep, draftOfStep, nextOfRescue, withProvenRetain } from "../../changes/index.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Plan, PlannedWrite, Refusal } from "../../report/index.ts";
import { collect } from "../asking/collect.ts";
import type { Place } from "../changing/plan.ts";
import { itemWith, planAt, plannedActs } from "../changing/plan.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";

/** What a rescue is carried on with. */
export interface Work {
  readonly connected: Place & { readonly source: Source };
  readonly executor: Executor;
  readonly surroundings: Pick<Surroundings, "now" | "interrupted" | "unhurried">;
  /** Milliseconds that one thing may take in the cluster. */
  readonly patience: number;
  sleep(milliseconds: number): Promise<void>;
  /** Keeps the rescue as it is known now; when it returns, another run could go on with it. */
  keep(rescue: Rescue): Promise<void>;
  waiting(step: WaitStep): void;
  done(step: ActStep, end: StepEnd): void;
}

export type Ended =
  | { readonly end: "done"; readonly rescue: Rescue }
  | { readonly end: "refused"; readonly refusal: Refusal }
  | { readonly end: "unknown"; readonly unread: readonly Unread[] }
  | { readonly end: "took-too-long"; readonly step: WaitStep }
  | { readonly end: "not-done"; readonly step: ActStep; readonly outcome: StepEnd }
  | { readonly end: "interrupted" };

type StepEnd = Pick<Outcome, "status" | "detail">;

const pause = 1000;
/** Milliseconds that the owner of another finalizer may take: either it acts soon, or a person must look. */
const patienceWithOthers = 60_000;
/** Another client may change the object in between; then the step is decided again. */
const mostTries = 20;

/** One step after the other, each decided from the cluster as it is then, until the data is back or something stops it. */
export async function carryOn(begun: Rescue, work: Work): Promise<Ended> {
  const { surroundings, patience } = work;
  let rescue = begun;
  let waiting: { readonly for: string; readonly since: number } | undefined;
  const done = new Set<string>();
  let tries = 0;
  const keep = async (known: Rescue) => {
    if (known !== rescue) await work.keep(known);
    rescue = known;
  };
  for (;;) {
    if (surroundings.interrupted.aborted) return { end: "interrupted" };
    const look = await lookAgain(rescue, work.connected.source);
    await keep(look.rescue);
    const { next } = look;
    if ("end" in next) return next.end === "done" ? { end: "done", rescue } : next;
    switch (next.by) {
      case "person":
        return { end: "refused", refusal: next.refusal };
      case "cluster": {
        const what = `${next.stage} ${next.object.name}`;
        if (waiting?.for !== what) {
          waiting = { for: what, since: surroundings.now() };
          work.waiting(next);
        }
        const mostWait = next.heldOnlyBy === undefined ? patience : Math.min(patience, patienceWithOthers);
        if (surroundings.now() - waiting.since > mostWait) return { end: "took-too-long", step: next };
        await work.sleep(pause);
        break;
      }
      case "pvguard": {
        if (done.has(identity(next))) return { end: "not-done", step: next, outcome: undone };
        const outcome = await attempt(look, next, work);
        if (outcome === "changed") {
          tries += 1;
          if (tries === mostTries) return { end: "not-done", step: next, outcome: unsteady };
          await work.sleep(pause / 5);
          break;
        }
        if (outcome.status !== "done" && outcome.status !== "already")
          return { end: "not-done", step: next, outcome };
        tries = 0;
        done.add(identity(next));
        work.done(next, outcome);
        await keep(afterActStep(rescue, next));
      }
    }
  }
}

const unsteady: StepEnd = {
  status: "refused",
  detail: words(
    "The object keeps changing, so every request for it was already outdated. Run the same command again.",
  ),
};

/** What was done and has to be done again was undone by another client. pvguard does not fight it. */
const undone: StepEnd = {
  status: "refused",
  detail: say`This step was done, and then undone by a tool that applies manifests, an operator, an autoscaler or a person. Stop that first. Then run the same command again.`,
};

function identity({ stage, act }: ActStep): string {
  return JSON.stringify([stage, act.on.kind, act.on.name, act.do === "create" ? "" : act.on.uid]);
}

/** `changed`: the object is not as it was when the step was decided. Nothing was sent. */
async function attempt({ rescue, cluster }: Look, next: ActStep, work: Work): Promise<StepEnd | "changed"> {
  const [planned] = await plannedActs([next.act], work.executor);
  if (planned?.is === "unread") return { status: "refused", detail: planned.because };
  const found = cluster.resolve(next.act.on);
  const seenVersion = found?.state === "found" ? found.object.metadata.resourceVersion : undefined;
  if (planned?.is !== "now" || planned.read?.resourceVersion !== seenVersion) return "changed";
  const { step } = planned;
  const item = itemWith(draftOfStep(next, rescue), [step]);
  const plan = planAt(work.connected, [item], work.surroundings.now());
  const outcome = await work.surroundings.unhurried(() => send(plan, next, rescue, work));
  if (outcome === "changed" || outcome.status !== "refused" || next.act.do === "create") return outcome;
  return (await isStill(step, work)) ? outcome : "changed";
}

/** The person confirmed the whole; each step of it is the same step, decided again. */
async function send(plan: Plan, next: ActStep, rescue: Rescue, work: Work): Promise<Outcome | "changed"> {
  const approved = approve(plan, { given: { by: "digest", digest: digestOf(plan) }, accepted: [] });
  if ("refused" in approved) throw new Error("a step of a rescue needs to be accepted by name");
  let isOther = false;
  const recheck = async () => {
    const again = await lookAgain(rescue, work.connected.source);
    isOther = !isSameStep(again.next, next);
    return isOther ? { reason: "Changed", object: next.act.on, message: changed } : "unchanged";
  };
  for await (const outcome of work.executor.run(approved, { recheck })) return isOther ? "changed" : outcome;
  throw new Error("the executor did not say what became of a step");
}

function isSameStep(one: Next, { stage, act }: ActStep): boolean {
  return "act" in one && JSON.stringify([one.stage, one.act]) === JSON.stringify([stage, act]);
}

const changed: Phrase = words("The cluster has changed since this step was planned. Nothing was sent.");

/** A write that was refused for the object as it still is would be refused again. */
async function isStill(planned: PlannedWrite, { executor }: Work): Promise<boolean> {
  if (planned.when === "later" || planned.step.do === "create") return true;
  const { resource, ref, resourceVersion } = planned.step.target;
  const now = await executor.read(resource, ref);
  return now.state === "found" && now.raw.resourceVersion === resourceVersion;
}

/** The cluster as it is now, as far as a decision needs it. */
interface Look {
  /** With what could be seen now and perhaps not later. */
  readonly rescue: Rescue;
  readonly next: Next;
  readonly cluster: Cluster;
}

/** Reads everything that the next step depends on again, and decides it. */
async function lookAgain(rescue: Rescue, source: Source): Promise<Look> {
  const decided = (snapshot: Snapshot): Look & { readonly unread: readonly Unread[] } => {
    const cluster = createCluster(snapshot);
    const known = withProvenRetain(rescue, cluster);
    const next = nextOfRescue(known, cluster);
    const unread = "end" in next && next.end === "unknown" ? next.unread : [];
    return { rescue: known, next, cluster, unread };
  };
  return (await collect(decided, source.start(), source)).made;
}
