import { imagine } from "../../analysis/index.ts";
import type { Sandbox } from "../../analysis/timeline/sandbox.ts";
import { createSandbox } from "../../analysis/timeline/sandbox.ts";
import { settle } from "../../analysis/timeline/settle.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { AnyController } from "../../controllers/index.ts";
import { volumeNamed } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, nameKey, refOf } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import { nextStep } from "./next.ts";
import type { Next, Rescue, Stage } from "./rescue.ts";
import { made, proven } from "./retain.ts";
import type { Scalable } from "./workload.ts";
import { holdersOf, isScalable } from "./workload.ts";

/** One step as it is expected. */
export interface OutlineStep {
  readonly stage: Stage;
  readonly on: ObjectRef;
  readonly why: Phrase;
  /** Absent where it is only waited for, or where a person has to act. */
  readonly act?: Act;
  readonly by: "pvguard" | "cluster" | "person";
  /** What a person has to do. */
  readonly instead?: Phrase;
}

export interface Outline {
  readonly steps: readonly OutlineStep[];
  /** How it ends: done, refused, or not known. */
  readonly end: Extract<Next, { next: "done" | "refuse" | "unknown" }>;
}

/** A rescue takes about ten steps for each pair. */
const mostSteps = 1000;

/**
 * The whole rescue as it will go if nothing comes in between: the same function that decides each step is asked again
 * and again, while the models of the controllers act. Whatever is waited for comes.
 */
export function outline(rescue: Rescue, base: Cluster, controllers: readonly AnyController[]): Outline {
  const sandbox = createSandbox(base);
  const steps: OutlineStep[] = [];
  let known = rescue;
  for (let count = 0; count < mostSteps; count += 1) {
    known = proven(known, sandbox.cluster);
    const next = nextStep(known, sandbox.cluster);
    if (next.next === "done" || next.next === "refuse" || next.next === "unknown")
      return { steps: distinct(steps, stepKey), end: next };
    steps.push(stepOf(next));
    if (next.next === "act") {
      imagine(next.act, sandbox);
      known = made(known, next.stage, next.act.on.name);
    } else {
      settle(sandbox, controllers, around(rescue));
      if (isStill(next, nextStep(known, sandbox.cluster))) come(next, rescue, sandbox);
    }
  }
  throw new Error("a rescue does not come to an end");
}

function isStill(before: Next, after: Next): boolean {
  return before.next === after.next && "stage" in before && "stage" in after && before.stage === after.stage;
}

function stepOf(next: Extract<Next, { next: "act" | "wait" | "person" }>): OutlineStep {
  switch (next.next) {
    case "act":
      return { stage: next.stage, on: next.act.on, why: next.why, act: next.act, by: "pvguard" };
    case "wait":
      return { stage: next.stage, on: next.on, why: next.why, by: "cluster" };
    case "person": {
      const { object, message, instead } = next.refusal;
      return {
        stage: next.stage,
        on: object,
        why: message,
        by: "person",
        ...(instead === undefined ? {} : { instead }),
      };
    }
  }
}

function around({ namespace, pairs }: Rescue): readonly ObjectRef[] {
  return pairs.flatMap(({ claim, volume }) => [
    { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace: namespace.name, name: claim.name },
    volumeNamed(volume.name),
  ]);
}

/** What is waited for comes, whatever brings it. */
function come(next: Extract<Next, { next: "wait" | "person" }>, rescue: Rescue, sandbox: Sandbox): void {
  const ref = next.next === "wait" ? next.on : next.refusal.object;
  const object = sandbox.find(ref);
  switch (next.stage) {
    case "pods-gone":
      for (const { claim } of rescue.pairs)
        for (const pod of holdersOf(rescue.namespace.name, claim.name, sandbox.cluster))
          sandbox.removeObject(refOf(pod));
      break;
    case "claim-gone":
    case "volume-gone":
      sandbox.removeObject(ref);
      break;
    case "volume-available":
      sandbox.apply({ do: "set-phase", object: ref, phase: "Available" });
      break;
    case "claim-bound":
      sandbox.apply({ do: "bind", object: ref, volume: volumeNamed(volumeNameOf(object)) });
      break;
    case "stop":
      if (object !== undefined && isScalable(object)) sandbox.change(scaled(object, rescue));
      break;
    case "retain":
    case "delete-pod":
    case "delete-claim":
    case "create-volume":
    case "release-volume":
    case "create-claim":
    case "start":
      break;
  }
}

function volumeNameOf(claim: KubeObject | undefined): string {
  return (claim?.kind === "PersistentVolumeClaim" && claim.spec?.volumeName) || "";
}

function scaled(workload: Scalable, { stopped }: Rescue): Scalable {
  const during = stopped.find(({ owner }) => owner.uid === workload.metadata.uid)?.during ?? 0;
  return { ...workload, spec: { ...workload.spec, replicas: during } };
}

/** Several pods are waited for as one. */
function stepKey({ stage, by, on }: OutlineStep): string {
  return `${stage} ${by} ${nameKey(on)}`;
}
