import {
  claimNamed,
  claimNameOf,
  isInOrdinalRange,
  isPodFinished,
  setNamesIn,
  splitNumber,
} from "../../controllers/index.ts";
import type { KubeObject, Phrase, Pod, StatefulSet } from "../../kubernetes/index.ts";
import { nameOf, refOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import type { Answer, Source } from "../sources/source.ts";
import type { Looked, Missing } from "./stand-in.ts";
import { isUnseen } from "./stand-in.ts";

/**
 * A claim that does not exist can be one that a StatefulSet should have created, as its name `<template>-<set>-<number>` says, or
 * one that a pod names. Why it is missing is then told of the set, or of the pod.
 */
export async function insteadOfClaim(missing: Missing, source: Source): Promise<Looked> {
  const bySet = await setFor(missing, source);
  if ("standIn" in bySet) return bySet;
  const byPod = await podFor(missing, source);
  return "standIn" in byPod || bySet.note === undefined ? byPod : bySet;
}

async function setFor({ name, namespace }: Missing, source: Source): Promise<Looked> {
  const numbered = splitNumber(name);
  if (numbered === undefined) return {};
  const answers = await Promise.all(
    setNamesIn(numbered.prefix).map(async ({ template, set }) => {
      const answer = await source.select({ resource: "apps/v1/statefulsets", name: set, namespace });
      return { answer, makers: objectsIn(answer, isStatefulSet).filter((each) => makes(each, template)) };
    }),
  );
  const [set] = answers.flatMap(({ makers }) => makers);
  if (set === undefined) return answers.some(({ answer }) => isUnseen(answer)) ? { note: setsUnseen } : {};
  if (!isInOrdinalRange(set, numbered.number)) return { note: beyond(set) };
  return {
    standIn: {
      object: set,
      because: say`${missing(name)}. ${shortNameOf(refOf(set))} should have created it`,
    },
  };
}

const setsUnseen = words("StatefulSets could not be read: one of them may be the one that should create it.");

function makes({ spec }: StatefulSet, template: string): boolean {
  return (spec?.volumeClaimTemplates ?? []).some(({ metadata }) => metadata?.name === template);
}

function beyond(set: StatefulSet): Phrase {
  const { replicas = 1, ordinals } = set.spec ?? {};
  const start = ordinals?.start ?? 0;
  return say`${nameOf(set)} should have ${podNumbers(start, replicas)}, and creates no claim with another number.`;
}

function podNumbers(start: number, replicas: number): Phrase {
  switch (replicas) {
    case 0:
      return words("no pod");
    case 1:
      return say`only the pod ${start}`;
    default:
      return say`the pods ${start} to ${start + replicas - 1}`;
  }
}

async function podFor({ name, namespace }: Missing, source: Source): Promise<Looked> {
  const answer = await source.select({ resource: "v1/pods", namespace });
  const pods = objectsIn(answer, isPod).filter((pod) => !isPodFinished(pod) && namesClaim(pod, name));
  const [first, ...others] = pods;
  if (first === undefined) return isUnseen(answer) ? { note: podsUnseen } : {};
  const all = others.length === 0 ? words("names") : say`and ${others.length} more name`;
  return {
    standIn: { object: first, because: say`${missing(name)}. ${shortNameOf(refOf(first))} ${all} it` },
  };
}

const podsUnseen = words("Pods could not be read: one of them may name it.");

function namesClaim(pod: Pod, name: string): boolean {
  return (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) === name);
}

/** The namespace is that of what is told of. */
function missing(name: string): Phrase {
  return say`${shortNameOf(claimNamed("", name))} does not exist`;
}

function objectsIn<T extends KubeObject>(
  answer: Answer,
  isWanted: (object: KubeObject) => object is T,
): readonly T[] {
  return answer.state === "found" ? answer.objects.filter(isWanted) : [];
}

function isStatefulSet(object: KubeObject): object is StatefulSet {
  return object.kind === "StatefulSet";
}

function isPod(object: KubeObject): object is Pod {
  return object.kind === "Pod";
}
