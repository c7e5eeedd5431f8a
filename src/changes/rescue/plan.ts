import type { ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Justification, RescueStep } from "../../report/index.ts";
import type { Draft } from "../plan/index.ts";
import type { Pair, Rescue } from "./rescue.ts";
import { objectsOf } from "./rescue.ts";
import type { ActStep } from "./steps.ts";

/** The whole rescue, for the person who is to confirm it. */
export function draftOfRescue(on: ObjectRef, rescue: Rescue, steps: readonly RescueStep[]): Draft {
  const why = words(
    "It was deleted, and its data should be kept. Everything that uses it is stopped meanwhile.",
  );
  const acts = steps.flatMap(({ act }) => act ?? []);
  return { ...draftFor(on, rescue), title: say`Rescue ${nameOf(on)}`, why, acts };
}

/** One step of it. */
export function draftOfStep({ object, title, why, act }: ActStep, rescue: Rescue): Draft {
  return { ...draftFor(object, rescue), title, why, acts: [act] };
}

function draftFor(on: ObjectRef, rescue: Rescue): Omit<Draft, "title" | "why" | "acts"> {
  return {
    because: because(on, rescue),
    remedy: "rescue",
    safety: "risky",
    cannotUndo: cannotUndo(rescue),
    accept: [],
    next: [],
    related: [...objectsOf(rescue), ...rescue.stopped.map(({ owner }) => owner)],
  };
}

/** What is rescued, and what was accepted for it: the plan is for these very objects. */
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

function cannotUndo({ pairs }: Rescue): readonly Phrase[] {
  return [
    words("Objects that are Terminating cannot be kept. They are created again, with new uids."),
    ...(pairs.some(isVolumeTerminating)
      ? [words("The reclaim policy of a volume that is being deleted cannot be changed back from Retain.")]
      : []),
  ];
}

function isVolumeTerminating({ volume }: Pair): boolean {
  return isTerminating(JSON.parse(volume.manifest) as PersistentVolume);
}
