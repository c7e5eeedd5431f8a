import {
  claimNamed,
  claimNameOf,
  hostsOf,
  isInOrdinalRange,
  isPodFinished,
  setNamesIn,
  splitNumber,
  storageClassNameOf,
} from "../../controllers/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Phrase,
  Pod,
  Resource,
  StatefulSet,
} from "../../kubernetes/index.ts";
import { join, nameOf, pluralOf, refOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import type { Answer, Query, Source } from "../sources/source.ts";

/** Looks for what should have created an object that does not exist, or still names it. */
export async function standInFor(resource: Resource, missing: Missing, source: Source): Promise<Looked> {
  switch (resource) {
    case "v1/persistentvolumeclaims":
      return await insteadOfClaim(missing, source);
    case "v1/nodes":
      return await insteadOfNode(missing, source);
    case "storage.k8s.io/v1/storageclasses":
      return await insteadOfClass(missing, source);
    default:
      return {};
  }
}

/**
 * A claim that does not exist can be one that a StatefulSet should have created, as its name `<template>-<set>-<number>` says. A
 * pod can name it, or a volume that was kept. Why it is missing is then told of the set, the pod or the volume.
 */
async function insteadOfClaim(missing: Missing, source: Source): Promise<Looked> {
  const bySet = await setFor(missing, source);
  if ("standIn" in bySet) return bySet;
  const byPod = await podFor(missing, source);
  if ("standIn" in byPod) return byPod;
  const byVolume = await volumeFor(missing, source);
  return "standIn" in byVolume || bySet.note === undefined ? { ...byPod, ...byVolume } : bySet;
}

/** A volume that was released names the claim that it belonged to. */
async function volumeFor({ name, namespace }: Missing, source: Source): Promise<Looked> {
  const answer = await source.select({ resource: "v1/persistentvolumes", namespace: undefined });
  const [only, ...others] = objectsIn(answer, isVolume).filter(({ spec, status }) => {
    const former = spec?.claimRef;
    const isThis = former?.name === name && (namespace ?? former.namespace) === former.namespace;
    return isThis && status?.phase === "Released";
  });
  if (only === undefined || others.length > 0) return {};
  const because = say`${missing(name)}. ${shortNameOf(refOf(only))} was bound to it, and is Released`;
  return { standIn: { object: only, because } };
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

function isVolume(object: KubeObject): object is PersistentVolume {
  return object.kind === "PersistentVolume";
}

function isPod(object: KubeObject): object is Pod {
  return object.kind === "Pod";
}

/** Some objects of a kind that may name what does not exist. */
interface Naming {
  readonly query: Query;
  readonly one: string;
  names(object: KubeObject): boolean;
}

/** A node that does not exist is explained by what still names it, as far as it has to do with volumes. */
async function insteadOfNode({ name }: Missing, source: Source): Promise<Looked> {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name, uid: "" } } as const;
  return await insteadOf(node, source, [
    {
      ...all("storage.k8s.io/v1/volumeattachments"),
      one: "attachment",
      names: (object) => object.kind === "VolumeAttachment" && object.spec?.nodeName === name,
    },
    {
      query: { resource: "v1/pods", namespace: undefined, fields: `spec.nodeName=${name}` },
      one: "pod",
      names: hasClaims,
    },
    {
      ...all("v1/persistentvolumes"),
      one: "volume",
      names: (object) => object.kind === "PersistentVolume" && hostsOf(object).includes(name),
    },
  ]);
}

/** As a node: by the claims and volumes that name the class. */
async function insteadOfClass({ name }: Missing, source: Source): Promise<Looked> {
  const storageClass = {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name, uid: "" },
  } as const;
  const isOfClass = (object: KubeObject) =>
    (object.kind === "PersistentVolumeClaim" || object.kind === "PersistentVolume") &&
    storageClassNameOf(object) === name;
  return await insteadOf(storageClass, source, [
    { ...all("v1/persistentvolumeclaims"), one: "claim", names: isOfClass },
    { ...all("v1/persistentvolumes"), one: "volume", names: isOfClass },
  ]);
}

function all(resource: Resource): Pick<Naming, "query"> {
  return { query: { resource, namespace: undefined } };
}

function hasClaims(object: KubeObject): boolean {
  if (object.kind !== "Pod") return false;
  return (object.spec?.volumes ?? []).some((volume) => claimNameOf(object, volume) !== undefined);
}

async function insteadOf(missing: KubeObject, source: Source, kinds: readonly Naming[]): Promise<Looked> {
  const answers = await Promise.all(
    kinds.map(async (kind) => ({ ...kind, answer: await source.select(kind.query) })),
  );
  const counts = answers.flatMap(({ one, names, answer }) => {
    const count = answer.state === "found" ? answer.objects.filter(names).length : 0;
    return count === 0 ? [] : [{ one, count }];
  });
  const unseen = answers.filter(({ answer }) => isUnseen(answer));
  if (counts.length > 0) return { standIn: { object: missing, because: because(missing, counts) } };
  if (unseen.length === 0) return {};
  const which = words(unseen.map(({ query }) => pluralOf(query.resource)).join(" and "));
  return { note: say`Not read: ${which}. Some of them may still name it.` };
}

interface Counted {
  readonly one: string;
  readonly count: number;
}

function because(missing: KubeObject | ObjectRef, counts: readonly Counted[]): Phrase {
  const each = counts.map(({ one, count }) => say`${count} ${words(count === 1 ? one : `${one}s`)}`);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return say`${nameOf(missing)} does not exist. ${join(each, ", ")} still ${words(total === 1 ? "names" : "name")} it`;
}

/** An object that does not exist, as it was asked for. */
interface Missing {
  readonly name: string;
  /** `undefined`: of a kind without namespaces, or in every namespace of an input. */
  readonly namespace: string | undefined;
}

/** What is explained in the place of an object that does not exist. */
interface StandIn {
  readonly object: KubeObject;
  /** What the missing object has to do with it: that it does not exist is said first. */
  readonly because: Phrase;
}

/** What was found instead; a note is what a person should know where nothing was. */
type Looked = { readonly standIn: StandIn } | { readonly note?: Phrase };

/** A kind that the server does not have is no kind that was not seen. */
function isUnseen(answer: Answer): boolean {
  return answer.state === "unread" && answer.reading.reason !== "NotServed";
}
