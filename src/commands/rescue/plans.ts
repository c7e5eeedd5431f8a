import type { Outline, OutlineStep, Rescue } from "../../changes/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Act, Justification, Plan, PlanItem, PlannedStep, Step } from "../../report/index.ts";
import { planAt } from "../changing.ts";
import type { Connected } from "../source.ts";
import { manifestOf } from "./account.ts";

/** Where and for whom a plan is made. */
export type Scene = Pick<Connected, "server" | "context" | "user"> & { readonly now: number };

function cannotUndo({ pairs }: Rescue): readonly Phrase[] {
  return [
    words("Objects that are Terminating cannot be kept. They are created again, with new uids."),
    ...(pairs.some(({ volume }) => isTerminating(manifestOf(volume)))
      ? [words("The reclaim policy of a volume that is being deleted cannot be changed back from Retain.")]
      : []),
  ];
}

/** The whole rescue, for the person who is to confirm it. Each request is made when its turn comes. */
export function wholePlan(on: ObjectRef, rescue: Rescue, { steps }: Outline, scene: Scene): Plan {
  return planAt(
    scene,
    [
      {
        because: because(on, rescue),
        remedy: "rescue",
        title: say`Rescue ${nameOf(on)}`,
        safety: "risky",
        why: words(
          "It was deleted, and its data should be kept. Everything that uses it is stopped meanwhile.",
        ),
        cannotUndo: cannotUndo(rescue),
        accept: [],
        steps: steps.flatMap(({ act }): readonly PlannedStep[] =>
          act === undefined ? [] : [{ when: "later", act }],
        ),
        next: [],
        related: relatedTo(rescue),
      },
    ],
    scene.now,
  );
}

/** One step of it, with its request, for the executor. */
export function stepPlan(
  step: Step,
  told: Pick<OutlineStep, "stage" | "on" | "by"> & { readonly act: Act; readonly why: OutlineStep["why"] },
  rescue: Rescue,
  scene: Scene,
): Plan {
  const item: PlanItem = {
    because: because(told.on, rescue),
    remedy: "rescue",
    title: titleOf(told),
    safety: "risky",
    why: told.why,
    cannotUndo: cannotUndo(rescue),
    accept: [],
    steps: [{ when: "now", step }],
    next: [],
    related: relatedTo(rescue),
  };
  return planAt(scene, [item], scene.now);
}

/** What is rescued, and whether it is safe: the plan is for these very objects. */
function because(object: ObjectRef, { namespace, pairs, stopped, accepted }: Rescue): Justification {
  const leaves = [
    ...pairs.map(
      ({ claim, volume }) => `${namespace.uid} ${claim.name} ${claim.uid} ${volume.name} ${volume.uid}`,
    ),
    ...stopped.map(({ owner, replicas, during }) => `${owner.uid} ${replicas} ${during}`),
    ...accepted,
  ];
  return { object, leaves: leaves.sort() };
}

function relatedTo({ namespace, pairs, stopped }: Rescue): readonly ObjectRef[] {
  const claims = pairs.map(({ claim }) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    namespace: namespace.name,
    name: claim.name,
  }));
  const volumes = pairs.map(({ volume }) => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    name: volume.name,
  }));
  return [...claims, ...volumes, ...stopped.map(({ owner }) => owner)];
}

/** What a step does, or what is waited for, in one line. */
export function titleOf({ stage, on, by, act }: Pick<OutlineStep, "stage" | "on" | "by" | "act">): Phrase {
  const name = nameOf(on);
  switch (stage) {
    case "retain":
      return say`Set ${name} to Retain`;
    case "stop":
      return by === "person" ? say`Stop ${name} yourself` : say`Scale ${name} down${replicasOf(act)}`;
    case "start":
      return say`Scale ${name} up again${replicasOf(act)}`;
    case "delete-pod":
      return say`Delete ${name}`;
    case "pods-gone":
      return by === "person" ? say`Stop ${name} yourself` : say`Wait until ${name} is deleted`;
    case "delete-claim":
      return say`Delete ${name}`;
    case "claim-gone":
    case "volume-gone":
      return say`Wait until ${name} is deleted`;
    case "create-volume":
    case "create-claim":
      return say`Recreate ${name}`;
    case "release-volume":
      return say`Release ${name} for a claim with the same name`;
    case "volume-available":
      return say`Wait until ${name} is Available`;
    case "claim-bound":
      return say`Wait until ${name} is Bound`;
  }
}

function replicasOf(act: Act | undefined): Phrase {
  const edit = act?.do === "edit" ? act.edits.find(({ path }) => path === "/spec/replicas") : undefined;
  if (edit === undefined || edit.op !== "replace") return [];
  return say`, from ${words(String(edit.was))} to ${words(String(edit.value))}`;
}
