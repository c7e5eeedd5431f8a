import type { Cluster, Listed, Unread } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  KubeObject,
  ObjectIn,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Resource,
  StatefulSet,
} from "../kubernetes/index.ts";
import { distinct, keyOf } from "../kubernetes/index.ts";
import { claimNamesOfPod, dependentsByOwner, numberedClaims } from "./indexes/index.ts";

/** What makes pods, and can be asked about by its own name. */
export type Workload = StatefulSet | Deployment | ReplicaSet | DaemonSet | Job | CronJob;

/** What creates the pods of a workload itself. */
export type PodMaker = StatefulSet | ReplicaSet | DaemonSet | Job;

/** The ReplicaSets of a Deployment, the Jobs of a CronJob; of the others the workload itself. */
export function makersOf(workload: Workload, cluster: Cluster): Listed<PodMaker> {
  switch (workload.kind) {
    case "Deployment":
      return dependents("apps/v1/replicasets", workload, cluster);
    case "CronJob":
      return dependents("batch/v1/jobs", workload, cluster);
    case "StatefulSet":
    case "ReplicaSet":
    case "DaemonSet":
    case "Job":
      return { read: true, items: [workload] };
  }
}

/** The pods that a workload has made, by their owners. */
export function podsOfWorkload(workload: Workload, cluster: Cluster): Listed<Pod> {
  const makers = makersOf(workload, cluster);
  if (!makers.read) return makers;
  const pods: Pod[] = [];
  for (const maker of makers.items) {
    const made = podsMadeBy(maker, cluster);
    if (!made.read) return made;
    pods.push(...made.items);
  }
  return { read: true, items: pods };
}

export function podsMadeBy(maker: PodMaker, cluster: Cluster): Listed<Pod> {
  return dependents("v1/pods", maker, cluster);
}

function dependents<R extends Resource>(
  resource: R,
  owner: KubeObject,
  cluster: Cluster,
): Listed<ObjectIn<R>> {
  const { uid, namespace = "" } = owner.metadata;
  return cluster.lookup(dependentsByOwner(resource), uid, inNamespace(namespace));
}

/** Claims, and what was not read, since there may be more. */
interface ClaimsOfWorkload {
  readonly claims: readonly PersistentVolumeClaim[];
  readonly unread?: Unread;
}

/**
 * The claims of a workload: those that its pods name, those that its template names, and those that a StatefulSet makes, by
 * their names. Also of numbers that the set no longer has.
 */
export function claimsOfWorkload(
  workload: Workload,
  pods: readonly Pod[],
  cluster: Cluster,
): ClaimsOfWorkload {
  const { namespace = "" } = workload.metadata;
  const claims: PersistentVolumeClaim[] = [];
  for (const name of new Set([...pods.flatMap(claimNamesOfPod), ...claimsInTemplate(workload)])) {
    const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
    if (claim.state === "unread") return { claims, unread: claim.unread };
    if (claim.state === "found") claims.push(claim.object);
  }
  for (const prefix of claimPrefixes(workload)) {
    const numbered = cluster.lookup(numberedClaims, keyOf(namespace, prefix), inNamespace(namespace));
    if (!numbered.read) return { claims, unread: numbered.unread };
    claims.push(...numbered.items);
  }
  return { claims: distinct(claims, ({ metadata }) => metadata.name) };
}

/** kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimName, 1.36. */
function claimPrefixes(workload: Workload): readonly string[] {
  if (workload.kind !== "StatefulSet") return [];
  const { name } = workload.metadata;
  return (workload.spec?.volumeClaimTemplates ?? []).map(({ metadata }) => `${metadata?.name ?? ""}-${name}`);
}

/** The claims that the pods of the workload will name, also while it has none. */
function claimsInTemplate(workload: Workload): readonly string[] {
  const template =
    workload.kind === "CronJob" ? workload.spec?.jobTemplate?.spec?.template : workload.spec?.template;
  const names = (template?.spec?.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
  return [...new Set(names)];
}
