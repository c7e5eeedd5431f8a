import {
  claimNamesOf,
  isPodScheduled,
  podsByClaim,
  setsOfClaim,
  workloadsByClaim,
} from "../../controllers/index.ts";
import {
  type Cluster,
  controllerOf,
  type Deployment,
  inNamespace,
  type KubeObject,
  keyOf,
  nameKey,
  type ObjectRef,
  type PersistentVolumeClaim,
  type Pod,
  type ReplicaSet,
  refOf,
  type StatefulSet,
} from "../../model/index.ts";
import { ownersOf } from "../owners.ts";
import { objects } from "./recording.ts";
import type { Stopped } from "./rescue.ts";
import { seen } from "./seen.ts";

export type Scalable = StatefulSet | Deployment | ReplicaSet;

const kinds = ["StatefulSet", "Deployment", "ReplicaSet"];

/** The workloads whose pods use these claims or would create them again, each once. */
export function workloadsOf(
  namespace: string,
  claims: readonly string[],
  cluster: Cluster,
): readonly Stopped[] {
  const found = claims.flatMap((claim) => [
    ...byPods(namespace, claim, cluster),
    ...byTemplate(namespace, claim, cluster),
  ]);
  const distinct = new Map(found.map((workload) => [workload.metadata.uid, workload]));
  return [...distinct.values()].map((workload) => stoppedAs(workload, claims, cluster));
}

function podsNaming(namespace: string, claim: string, cluster: Cluster): readonly Pod[] {
  return objects(cluster.lookup(podsByClaim, keyOf(namespace, claim), inNamespace(namespace)));
}

/** The workload that would make the pod again, and can be told to make none. */
export function scalableOwner(pod: Pod, cluster: Cluster): Scalable | undefined {
  const owners = ownersOf(pod, cluster);
  const ref = owners.findLast(({ kind }) => kinds.includes(kind));
  const found = ref === undefined ? undefined : cluster.resolve(ref);
  if (found?.state !== "found" || found.object.metadata.uid !== ref?.uid) return undefined;
  return found.object as Scalable;
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
    owner: seen(workload),
    replicas,
    during: workload.kind === "StatefulSet" ? podsBefore(workload as StatefulSet, claims, cluster) : 0,
    whenScaled: whenScaled(workload),
    ...(runBy === undefined ? {} : { runBy }),
  };
}

function whenScaled(workload: Scalable): "Retain" | "Delete" {
  const { persistentVolumeClaimRetentionPolicy: policy } = (workload as StatefulSet).spec ?? {};
  return policy?.whenScaled === "Delete" ? "Delete" : "Retain";
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
