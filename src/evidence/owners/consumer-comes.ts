import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { itemsOf } from "../../cluster/index.ts";
import {
  isInOrdinalRange,
  isPodFinished,
  podsOfClaim,
  setsOfClaim,
  workloadsNaming,
} from "../../controllers/index.ts";
import type { Job, KubeObject, ObjectRef, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { controllerOf, controllerRef, isTerminating, nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

interface Found {
  /** What makes the next pod that uses the claim, or could. */
  readonly by?: ObjectRef;
  /** Why it makes none now. */
  readonly rests?: Phrase;
  /** Of a StatefulSet: with so many replicas, it would. */
  readonly replicas?: string;
}

/**
 * Will a pod that uses this claim come without anyone's action? `proven`: a pod waits, or a workload that names the claim runs
 * pods, or makes them by a schedule. Refuted where each workload that names it is at rest, or none names it. Of a claim that an
 * owner of another kind controls, such as an operator's, it is possible.
 */
export function consumerComes(claim: PersistentVolumeClaim, cluster: Cluster): Answer<Found> {
  const makers = makersOf(claim, cluster);
  if (!makers.read) return notLooked(makers.unread);
  const active = makers.items.find((each) => restOf(each) === undefined);
  if (active !== undefined)
    return { ...weigh([proof(active, "metadata.name", active.metadata.name)]), by: refOf(active) };
  const by = controllerRef(claim);
  if (by !== undefined && !isWorkload(by.kind)) return { ...weigh([]), by };
  const [resting] = makers.items;
  if (resting === undefined) return ofSmallerSet(claim, cluster);
  const rests = restOf(resting) ?? say`rests`;
  return { ...weigh([], [atRest(resting)]), by: refOf(resting), rests };
}

/** A set makes its claims by name, and no pod for those whose number is beyond its replicas. */
function ofSmallerSet(claim: PersistentVolumeClaim, cluster: Cluster): Answer<Found> {
  const sets = setsOfClaim(claim, cluster);
  const ofSets = itemsOf(sets);
  const smaller = ofSets.find(({ set, ordinal }) => ordinal >= (set.spec?.ordinals?.start ?? 0));
  if (smaller === undefined) return weigh([], [refutation(claim, "metadata.name", claim.metadata.name)]);
  const { set, ordinal } = smaller;
  const has = set.spec?.replicas ?? 1;
  return {
    ...weigh([], [refutation(set, "spec.replicas", has)]),
    by: refOf(set),
    rests: isTerminating(set) ? say`is being deleted` : say`has ${has} ${has === 1 ? "replica" : "replicas"}`,
    replicas: String(ordinal - (set.spec?.ordinals?.start ?? 0) + 1),
  };
}

const isWorkload = (kind: string) => kind === "StatefulSet" || kind === "Pod";

/** The pods that may still start, and what has a template that names the claim or makes claims of its name. */
function makersOf(claim: PersistentVolumeClaim, cluster: Cluster): Listed<KubeObject> {
  const sets = setsOfClaim(claim, cluster);
  const made: Listed<KubeObject> = sets.read
    ? {
        read: true,
        items: sets.items.filter(({ set, ordinal }) => isInOrdinalRange(set, ordinal)).map(({ set }) => set),
      }
    : sets;
  const pods = podsOfClaim(claim, cluster);
  const live: Listed<KubeObject> = pods.read
    ? { read: true, items: pods.items.filter((pod) => !isPodFinished(pod) && !isTerminating(pod)) }
    : pods;
  const all: readonly Listed<KubeObject>[] = [live, ...workloadsNaming(claim, cluster), made];
  const items: KubeObject[] = [];
  let unread: Unread | undefined;
  for (const each of all) {
    if (each.read) items.push(...each.items.filter((object) => !isOwned(object)));
    else unread ??= each.unread;
  }
  // One that comes is enough, whatever else was not read.
  if (unread !== undefined && !items.some((each) => restOf(each) === undefined))
    return { read: false, unread };
  return { read: true, items };
}

/** A ReplicaSet of a Deployment, and a Job of a CronJob, is told by its owner. */
function isOwned(object: KubeObject): boolean {
  const owner = controllerOf(object)?.kind;
  return owner === "Deployment" || owner === "CronJob";
}

/** Why a workload makes no pod now; nothing where it does. */
function atRest(object: KubeObject): Evidence {
  if (isTerminating(object))
    return refutation(object, "metadata.deletionTimestamp", object.metadata.deletionTimestamp);
  switch (object.kind) {
    case "CronJob":
      return refutation(object, "spec.suspend", true);
    case "Job":
      return object.spec?.suspend === true
        ? refutation(object, "spec.suspend", true)
        : refutation(object, "status.active", object.status?.active);
    default:
      return refutation(object, "spec.replicas", 0);
  }
}

function restOf(object: KubeObject): Phrase | undefined {
  if (isTerminating(object)) return say`is being deleted`;
  switch (object.kind) {
    case "Deployment":
    case "ReplicaSet":
    case "StatefulSet":
      return (object.spec?.replicas ?? 1) === 0 ? say`has 0 replicas` : undefined;
    case "CronJob":
      return object.spec?.suspend === true ? say`is suspended` : undefined;
    case "Job":
      if (object.spec?.suspend === true) return say`is suspended`;
      return hasFinished(object) ? say`has finished` : undefined;
    default:
      return undefined;
  }
}

function hasFinished({ status }: Job): boolean {
  return (status?.active ?? 0) === 0 && (status?.succeeded ?? 0) + (status?.failed ?? 0) > 0;
}

/** Who would use the claim, for a message: what is at rest, or that nothing names it. */
export function whoWouldUse(found: Answer<Found>): Phrase {
  if (found.is === "unread") return say`what would use it was not read`;
  const { by, rests } = found;
  if (by === undefined) return say`no workload names the claim`;
  return rests === undefined
    ? say`${nameOf(by)} creates its pods`
    : say`${nameOf(by)}, which names the claim, ${rests}`;
}

/** For the step that starts it. */
export function consumerOf({ by, replicas }: Found): { kind?: string; name?: string; replicas?: string } {
  if (by === undefined) return {};
  return { kind: by.kind, name: by.name, ...(replicas === undefined ? {} : { replicas }) };
}
