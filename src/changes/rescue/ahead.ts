import { imagine, isYetToBeMade } from "../../analysis/index.ts";
import type { Sandbox } from "../../analysis/timeline/sandbox.ts";
import { createSandbox } from "../../analysis/timeline/sandbox.ts";
import { settle } from "../../analysis/timeline/settle.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { AnyController } from "../../controllers/index.ts";
import { volumeNamed } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { distinct, nameKey, refOf } from "../../kubernetes/index.ts";
import type { RescueStep } from "../../report/index.ts";
import { nextOfRescue } from "./next.ts";
import type { Rescue } from "./rescue.ts";
import { objectsOf } from "./rescue.ts";
import { afterActStep, withProvenRetain } from "./retain.ts";
import type { End, PersonStep, WaitStep } from "./steps.ts";
import type { Scalable } from "./workload.ts";
import { holdersOf, isScalable } from "./workload.ts";

/** A rescue as it is expected to go. */
export interface StepsAhead {
  readonly steps: readonly RescueStep[];
  readonly end: End;
}

/** A rescue takes about ten steps for each pair. */
const mostSteps = 1000;

/**
 * The whole rescue as it will go if nothing comes in between: the same function that decides each step is asked again
 * and again, while the models of the controllers act. Whatever is waited for comes.
 */
export function stepsAhead(rescue: Rescue, base: Cluster, controllers: readonly AnyController[]): StepsAhead {
  const sandbox = createSandbox(base);
  const steps: RescueStep[] = [];
  let known = rescue;
  for (let count = 0; count < mostSteps; count += 1) {
    known = withProvenRetain(known, sandbox.cluster);
    const next = nextOfRescue(known, sandbox.cluster);
    // Several pods are waited for as one.
    if ("end" in next) return { steps: distinct(steps, keyOf), end: next };
    steps.push({ ...next, object: asNamed(next.object) });
    if (next.by === "pvguard") {
      imagine(next.act, sandbox);
      known = afterActStep(known, next);
    } else {
      settle(sandbox, controllers, objectsOf(rescue));
      const after = nextOfRescue(known, sandbox.cluster);
      if (!("end" in after) && kindOfStep(after) === kindOfStep(next)) come(next, rescue, sandbox);
    }
  }
  throw new Error("a rescue does not come to an end");
}

function kindOfStep({ stage, by }: RescueStep): string {
  return `${stage} ${by}`;
}

function keyOf(step: RescueStep): string {
  return `${kindOfStep(step)} ${nameKey(step.object)}`;
}

/** An object that is yet to be created has no uid. */
function asNamed({ uid, ...named }: ObjectRef): ObjectRef {
  return uid === undefined || isYetToBeMade(uid) ? named : { ...named, uid };
}

/** What is waited for comes, whatever brings it. */
function come({ stage, object: ref }: WaitStep | PersonStep, rescue: Rescue, sandbox: Sandbox): void {
  const object = sandbox.find(ref);
  switch (stage) {
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
