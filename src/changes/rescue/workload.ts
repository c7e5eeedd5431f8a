import type { Cluster } from "../../cluster/index.ts";
import { inNamespace, itemsOf } from "../../cluster/index.ts";
import {
  claimNamed,
  claimsOfPod,
  isPodScheduled,
  podsOfClaim,
  setsOfClaim,
  splitNumber,
  workloadsByClaim,
} from "../../controllers/index.ts";
import { ownerChain } from "../../define/index.ts";
import type {
  Deployment,
  KubeObject,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  StatefulSet,
} from "../../kubernetes/index.ts";
import { keyOf, nameKey, refOf } from "../../kubernetes/index.ts";
import type { Stopped } from "./rescue.ts";

export type Scalable = StatefulSet | Deployment | ReplicaSet;

const kinds = ["StatefulSet", "Deployment", "ReplicaSet"] as const satisfies readonly Scalable["kind"][];

export function isScalable(object: KubeObject): object is Scalable {
  return kinds.some((kind) => kind === object.kind);
}

/** The pods that name a claim. */
export function podsNaming(namespace: string, claim: string, cluster: Cluster): readonly Pod[] {
  return itemsOf(podsOfClaim(claimNamed(namespace, claim), cluster));
}

/** The workload that would make the pod again, and can be told to make none. */
export function scalableOwner(pod: Pod, cluster: Cluster): Scalable | undefined {
  const owners = ownerChain(pod, cluster);
  const ref = owners.findLast((owner) => kinds.some((kind) => kind === owner.kind));
  const found = ref === undefined ? undefined : cluster.resolve(ref);
  if (found?.state !== "found" || found.object.metadata.uid !== ref?.uid) return undefined;
  return isScalable(found.object) ? found.object : undefined;
}

/** A workload whose pods would use a claim, with so many replicas or more. */
export interface User {
  readonly workload: Deployment | StatefulSet;
  readonly claim: string;
  readonly needed: number;
}

export function usersOf(namespace: string, claim: string, cluster: Cluster): readonly User[] {
  const key = keyOf(namespace, claim);
  const within = inNamespace(namespace);
  const { deployments, statefulSets } = workloadsByClaim;
  const byName = [
    ...itemsOf(cluster.lookup(deployments, key, within)),
    ...itemsOf(cluster.lookup(statefulSets, key, within)),
  ];
  const byPlace = itemsOf(setsOfClaim(claimOfName(namespace, claim), cluster));
  return [
    ...byName.map((workload) => ({ workload, claim, needed: 1 })),
    ...byPlace.map(({ set, ordinal }) => ({
      workload: set,
      claim,
      needed: ordinal - (set.spec?.ordinals?.start ?? 0) + 1,
    })),
  ];
}

/** For who asks by its name alone. */
function claimOfName(namespace: string, name: string): PersistentVolumeClaim {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name, namespace, uid: "" } };
}

/** The pods that must release a claim before it can be deleted, and those that the workloads will stop. */
export function holdersOf(namespace: string, claim: string, cluster: Cluster): readonly Pod[] {
  return podsNaming(namespace, claim, cluster).filter(isPodScheduled);
}

/** Those that exist. */
export function claimsUsedBy(pod: Pod, cluster: Cluster): readonly PersistentVolumeClaim[] {
  const found = claimsOfPod(pod, cluster);
  return found.read ? found.claims.flatMap(({ claim }) => (claim === "missing" ? [] : [claim])) : [];
}

/** Everything that will stop with a workload. */
export function podsOf(workload: KubeObject, cluster: Cluster): readonly Pod[] {
  const pods = itemsOf(cluster.list("v1/pods", inNamespace(workload.metadata.namespace ?? "")));
  const key = nameKey(refOf(workload));
  return pods.filter((pod) => ownerChain(pod, cluster).some((owner) => nameKey(owner) === key));
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
