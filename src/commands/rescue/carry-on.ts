import type { Executor, Outcome } from "../../changes/executor/index.ts";
import { approve, digestOf } from "../../changes/executor/index.ts";
import type { Next, Rescue } from "../../changes/index.ts";
import { made, nextStep, proven, stepOf } from "../../changes/index.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import type { Phrase, RawObject } from "../../kubernetes/index.ts";
import { kindNamed, say, words } from "../../kubernetes/index.ts";
import type { Act, Plan, Refusal, Step } from "../../report/index.ts";
import { collect } from "../collect.ts";
import type { Source } from "../source.ts";
import type { Scene } from "./plans.ts";
import { stepPlan } from "./plans.ts";

/** What a rescue is carried on with. */
export interface Work {
  readonly source: Source;
  readonly executor: Executor;
  readonly scene: () => Scene;
  /** Keeps the rescue as it is known now; when it returns, another run could go on with it. */
  keep(rescue: Rescue): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  isInterrupted(): boolean;
  /** Milliseconds that one thing may take in the cluster. */
  readonly patience: number;
  now(): number;
  tell(event: Told): void;
  unhurried<T>(work: () => Promise<T>): Promise<T>;
}

export type Told =
  | { readonly told: "waiting"; readonly next: Extract<Next, { next: "wait" }> }
  | { readonly told: "done"; readonly next: ActNext; readonly outcome: StepEnd };

export type Ended =
  | { readonly end: "done"; readonly rescue: Rescue }
  | { readonly end: "refused"; readonly refusal: Refusal }
  | { readonly end: "person"; readonly refusal: Refusal }
  | { readonly end: "unknown"; readonly unread: readonly Unread[] }
  | { readonly end: "took-too-long"; readonly next: Extract<Next, { next: "wait" }> }
  | {
      readonly end: "not-done";
      readonly next: ActNext;
      readonly outcome: Pick<Outcome, "status" | "detail" | "check">;
    }
  | { readonly end: "interrupted" };

type StepEnd = Pick<Outcome, "status" | "detail" | "check">;
type ActNext = Extract<Next, { next: "act" }>;

const pause = 1000;
/** Another client may change the object in between; then the step is decided again. */
const mostTries = 20;

/** One step after the other, each decided from the cluster as it is then, until the data is back or something stops it. */
export async function carryOn(begun: Rescue, work: Work): Promise<Ended> {
  let rescue = begun;
  let waiting: { readonly for: string; readonly since: number } | undefined;
  const done = new Map<string, number>();
  let tries = 0;
  for (;;) {
    if (work.isInterrupted()) return { end: "interrupted" };
    const look = await lookAgain(rescue, work.source);
    if (look.rescue !== rescue) await work.keep(look.rescue);
    rescue = look.rescue;
    const { next } = look;
    switch (next.next) {
      case "done":
        return { end: "done", rescue };
      case "refuse":
        return { end: "refused", refusal: next.refusal };
      case "person":
        return { end: "person", refusal: next.refusal };
      case "unknown":
        return { end: "unknown", unread: next.unread };
      case "wait": {
        const what = `${next.stage} ${next.on.name}`;
        if (waiting?.for !== what) {
          waiting = { for: what, since: work.now() };
          work.tell({ told: "waiting", next });
        }
        if (work.now() - waiting.since > work.patience) return { end: "took-too-long", next };
        await work.sleep(pause);
        break;
      }
      case "act": {
        const again = repeated(next, done);
        if (again !== undefined) return again;
        const outcome = await attempt(look, next, work);
        if (outcome === "changed" && ++tries < mostTries) {
          await work.sleep(pause / 5);
          break;
        }
        if (outcome === "changed") return { end: "not-done", next, outcome: unsteady };
        if (outcome.status !== "done" && outcome.status !== "already")
          return { end: "not-done", next, outcome };
        tries = 0;
        done.set(identity(next), 1);
        work.tell({ told: "done", next, outcome });
        const after = made(rescue, next.stage, next.act.on.name);
        if (after !== rescue) await work.keep(after);
        rescue = after;
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
function repeated(next: ActNext, done: ReadonlyMap<string, number>): Ended | undefined {
  if (!done.has(identity(next))) return undefined;
  const detail = say`This step was done, and then undone by a tool that applies manifests, an operator, an autoscaler or a person. Stop that first. Then run the same command again.`;
  return { end: "not-done", next, outcome: { status: "refused", detail } };
}

function identity({ stage, act }: ActNext): string {
  return JSON.stringify([stage, act.on.kind, act.on.name, act.do === "create" ? "" : act.on.uid]);
}

/** `changed`: the object is not as it was when the step was decided. Nothing was sent. */
async function attempt({ rescue, cluster }: Look, next: ActNext, work: Work): Promise<StepEnd | "changed"> {
  const { act } = next;
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (resource === undefined) throw new Error(`no kind is known for ${act.on.kind}`);
  const read = await work.executor.read(resource, act.on);
  const found = cluster.resolve(act.on);
  const seenVersion = found?.state === "found" ? found.object.metadata.resourceVersion : undefined;
  if (read.state === "unread") return { status: "refused", detail: read.phrase };
  if (versionOf(read) !== seenVersion) return "changed";
  const step = stepOf(act, read.state === "found" ? read.raw : "absent", resource);
  if (!("do" in step)) return "changed";
  const plan = stepPlan(
    step,
    { stage: next.stage, on: act.on, by: "pvguard", act, why: next.why },
    rescue,
    work.scene(),
  );
  const outcome = await work.unhurried(() => send(plan, next, rescue, work));
  if (outcome.status !== "refused" || act.do === "create") return outcome;
  return (await isStill(act, step, work)) ? outcome : "changed";
}

function versionOf(
  read: { readonly state: "found"; readonly raw: RawObject } | { readonly state: "absent" },
): string | undefined {
  return read.state === "found" ? read.raw.resourceVersion : undefined;
}

/** The person confirmed the whole; each step of it is the same step, decided again. */
async function send(plan: Plan, next: ActNext, rescue: Rescue, work: Work): Promise<Outcome> {
  const approved = approve(plan, { given: { by: "digest", digest: digestOf(plan) }, accepted: [] });
  if ("refused" in approved) throw new Error("a step of a rescue needs to be accepted by name");
  const recheck = async () => {
    const again = await lookAgain(rescue, work.source);
    return isSameStep(again.next, next) ? "unchanged" : changed(next);
  };
  for await (const outcome of work.executor.run(approved, { recheck })) return outcome;
  throw new Error("the executor did not say what became of a step");
}

function isSameStep(one: Next, other: ActNext): boolean {
  return (
    one.next === "act" && JSON.stringify([one.stage, one.act]) === JSON.stringify([other.stage, other.act])
  );
}

function changed(next: ActNext): Refusal {
  const message: Phrase = words("The cluster has changed since this step was planned. Nothing was sent.");
  return { reason: "Changed", object: next.act.on, message };
}

/** A write that was refused for the object as it still is would be refused again. */
async function isStill(act: Act, step: Step, { executor }: Work): Promise<boolean> {
  if (step.do === "wait" || step.do === "create") return true;
  const now = await executor.read(step.target.resource, act.on);
  return now.state === "found" && now.raw.resourceVersion === step.target.resourceVersion;
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
  const { made, snapshot } = await collect((known) => decided(rescue, known), source.start(), source);
  const cluster = createCluster(snapshot);
  return { ...made, cluster };
}

function decided(
  rescue: Rescue,
  snapshot: Snapshot,
): Omit<Look, "cluster"> & { readonly unread: readonly Unread[] } {
  const cluster = createCluster(snapshot);
  const known = proven(rescue, cluster);
  const next = nextStep(known, cluster);
  return { rescue: known, next, unread: next.next === "unknown" ? next.unread : [] };
}
