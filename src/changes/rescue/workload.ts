import type { Cluster } from "../../cluster/index.ts";
import { inNamespace } from "../../cluster/index.ts";
import {
  claimNamed,
  claimNamesOf,
  claimsOfPod,
  isPodScheduled,
  podsOfClaim,
  setsOfClaim,
  splitNumber,
  workloadsByClaim,
} from "../../controllers/index.ts";
import { ownersOf } from "../../define/index.ts";
import type {
  Deployment,
  KubeObject,
  ObjectRef,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  StatefulSet,
} from "../../kubernetes/index.ts";
import {
  controllerOf,
  distinct,
  isTerminating,
  keyOf,
  nameKey,
  refOf,
  seenRefOf,
} from "../../kubernetes/index.ts";
import { deletesPods } from "../permission/index.ts";
import { isLoose, object, objects, pairNow } from "./pair-now.ts";
import type { Pair, Rescue, Stopped } from "./rescue.ts";
import { pairOf } from "./rescue.ts";

export type Scalable = StatefulSet | Deployment | ReplicaSet;

const kinds = ["StatefulSet", "Deployment", "ReplicaSet"] as const satisfies readonly Scalable["kind"][];

export function isScalable(object: KubeObject): object is Scalable {
  return kinds.some((kind) => kind === object.kind);
}

/** The workloads whose pods use these claims or would create them again, each once. */
function workloadsOf(namespace: string, claims: readonly string[], cluster: Cluster): readonly Stopped[] {
  const found = claims.flatMap((claim) => [
    ...byPods(namespace, claim, cluster),
    ...byTemplate(namespace, claim, cluster),
  ]);
  const distinct = new Map(found.map((workload) => [workload.metadata.uid, workload]));
  return [...distinct.values()].map((workload) => stoppedAs(workload, claims, cluster));
}

function podsNaming(namespace: string, claim: string, cluster: Cluster): readonly Pod[] {
  return objects(podsOfClaim(claimNamed(namespace, claim), cluster));
}

/** The workload that would make the pod again, and can be told to make none. */
export function scalableOwner(pod: Pod, cluster: Cluster): Scalable | undefined {
  const owners = ownersOf(pod, cluster);
  const ref = owners.findLast((owner) => kinds.some((kind) => kind === owner.kind));
  const found = ref === undefined ? undefined : cluster.resolve(ref);
  if (found?.state !== "found" || found.object.metadata.uid !== ref?.uid) return undefined;
  return isScalable(found.object) ? found.object : undefined;
}

function byPods(namespace: string, claim: string, cluster: Cluster): readonly Scalable[] {
  return podsNaming(namespace, claim, cluster).flatMap((pod) => scalableOwner(pod, cluster) ?? []);
}

/** Those that have no pod at the moment. */
function byTemplate(namespace: string, claim: string, cluster: Cluster): readonly Scalable[] {
  const key = keyOf(namespace, claim);
  const within = inNamespace(namespace);
  const { deployments, statefulSets, replicaSets } = workloadsByClaim;
  const alone = ({ metadata }: ReplicaSet) => (metadata.ownerReferences ?? []).length === 0;
  return [
    ...objects(cluster.lookup(deployments, key, within)),
    ...objects(cluster.lookup(statefulSets, key, within)),
    ...objects(cluster.lookup(replicaSets, key, within)).filter(alone),
    ...objects(setsOfClaim(claimOfName(namespace, claim), cluster)).map(({ set }) => set),
  ].filter(({ spec }) => (spec?.replicas ?? 1) > 0);
}

/** For who asks by its name alone. */
export function claimOfName(namespace: string, name: string): PersistentVolumeClaim {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name, namespace, uid: "" } };
}

function stoppedAs(workload: Scalable, claims: readonly string[], cluster: Cluster): Stopped {
  const replicas = workload.spec?.replicas ?? 1;
  const runBy = runnerOf(workload);
  return {
    owner: seenRefOf(workload),
    replicas,
    during: workload.kind === "StatefulSet" ? podsBefore(workload, claims, cluster) : 0,
    whenScaled: whenScaled(workload),
    ...(runBy === undefined ? {} : { runBy }),
  };
}

function whenScaled(workload: Scalable): "Retain" | "Delete" {
  const policy = workload.kind === "StatefulSet" && workload.spec?.persistentVolumeClaimRetentionPolicy;
  return policy && policy.whenScaled === "Delete" ? "Delete" : "Retain";
}

/** How many pods of a set can stay, since they have none of the claims. */
function podsBefore(set: StatefulSet, claims: readonly string[], cluster: Cluster): number {
  const namespace = set.metadata.namespace ?? "";
  const start = set.spec?.ordinals?.start ?? 0;
  const used = new Set(
    claims.flatMap((claim) => podsNaming(namespace, claim, cluster).map(({ metadata }) => metadata.name)),
  );
  const replicas = set.spec?.replicas ?? 1;
  for (let position = 0; position < Math.min(replicas, 1000); position += 1) {
    const ordinal = start + position;
    if (used.has(`${set.metadata.name}-${ordinal}`)) return position;
    if (claimNamesOf(set, ordinal).some((name) => claims.includes(name))) return position;
  }
  return sharesOne(set, claims) ? 0 : replicas;
}

function sharesOne(set: StatefulSet, claims: readonly string[]): boolean {
  const volumes = set.spec?.template?.spec?.volumes ?? [];
  return volumes.some(({ persistentVolumeClaim: named }) => claims.includes(named?.claimName ?? ""));
}

function runnerOf(workload: Scalable): ObjectRef | undefined {
  const owner = controllerOf(workload);
  if (owner?.kind === undefined || owner.name === undefined) return undefined;
  const { namespace } = workload.metadata;
  return {
    apiVersion: owner.apiVersion ?? "",
    kind: owner.kind,
    name: owner.name,
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** The pods that must release a claim before it can be deleted, and those that the workloads will stop. */
export function holdersOf(namespace: string, claim: string, cluster: Cluster): readonly Pod[] {
  return podsNaming(namespace, claim, cluster).filter(isPodScheduled);
}

/** Everything that will stop with a workload. */
export function podsOf(workload: KubeObject, cluster: Cluster): readonly Pod[] {
  const pods = objects(cluster.list("v1/pods", inNamespace(workload.metadata.namespace ?? "")));
  const key = nameKey(refOf(workload));
  return pods.filter((pod) => ownersOf(pod, cluster).some((owner) => nameKey(owner) === key));
}

/** The very workload, as it is now. */
export function workloadNow({ owner }: Pick<Stopped, "owner">, cluster: Cluster): Scalable | undefined {
  const found = cluster.resolve(owner);
  if (found?.state !== "found" || found.object.metadata.uid !== owner.uid) return undefined;
  return isScalable(found.object) ? found.object : undefined;
}

export function replicasOf({ spec }: Scalable): number {
  return spec?.replicas ?? 1;
}

/** The workload is scaled so far down that this pod of it will be deleted. */
export function isOneTooMany(pod: Pod, workload: Scalable): boolean {
  const replicas = replicasOf(workload);
  if (workload.kind !== "StatefulSet" || replicas === 0) return replicas === 0;
  const ordinal = splitNumber(pod.metadata.name)?.number;
  const start = workload.spec?.ordinals?.start ?? 0;
  return ordinal !== undefined && ordinal >= start + replicas;
}

/** Claims of one namespace that hang together by their pods are few; a file can say anything. */
const mostRounds = 20;

/**
 * The rescue with the workloads that must stop for it, and with every other claim that would disappear as soon as they stop:
 * three deleted claims of one StatefulSet are held by its pods alone.
 */
export function withNeighbours(rescue: Rescue, cluster: Cluster): Rescue {
  let known = rescue;
  for (let round = 0; round < mostRounds; round += 1) {
    const { namespace, pairs } = known;
    const loose = pairs
      .filter((pair) => isLoose(pairNow(pair, known, cluster)))
      .map(({ claim }) => claim.name);
    const stopped = workloadsOf(namespace.name, loose, cluster).filter(
      ({ during, replicas }) => during < replicas,
    );
    const pods = [
      ...stopped.flatMap(({ owner }) => workloadPods(owner, cluster)),
      ...aloneWith(loose, known, cluster),
    ];
    const added = pods.flatMap((pod) => endangered(pod, cluster)).filter((pair) => !knows(pairs, pair));
    if (added.length === 0) return { ...known, stopped };
    known = { ...known, stopped, pairs: distinct([...pairs, ...added], ({ claim }) => claim.name) };
  }
  return known;
}

function workloadPods(owner: Parameters<Cluster["resolve"]>[0], cluster: Cluster): readonly Pod[] {
  const found = cluster.resolve(owner);
  return found?.state === "found" ? podsOf(found.object, cluster) : [];
}

/** Pods that a person accepted to have deleted release their other claims too. */
function aloneWith(
  claims: readonly string[],
  { accepted, namespace }: Rescue,
  cluster: Cluster,
): readonly Pod[] {
  return accepted.includes(deletesPods)
    ? claims.flatMap((claim) => holdersOf(namespace.name, claim, cluster))
    : [];
}

/** Claims with data that are being deleted, or whose volume is: these pods could not start with them again. */
function endangered(pod: Pod, cluster: Cluster): readonly Pair[] {
  const found = claimsOfPod(pod, cluster);
  return (found.read ? found.claims : []).flatMap(({ claim }) =>
    claim === "missing" ? [] : pairFor(claim, cluster),
  );
}

function pairFor(claim: PersistentVolumeClaim, cluster: Cluster): readonly Pair[] {
  const { name, namespace = "", uid } = claim.metadata;
  const volumeName = claim.spec?.volumeName ?? "";
  if (volumeName === "") return [];
  const volume = object(cluster.get("v1/persistentvolumes", volumeName));
  const isInDanger = isTerminating(claim) || (volume !== undefined && isTerminating(volume));
  return isInDanger ? [pairOf(claimNamed(namespace, name), uid, volume ?? volumeName)] : [];
}

function knows(pairs: readonly Pair[], { claim }: Pair): boolean {
  return pairs.some((pair) => pair.claim.name === claim.name);
}
