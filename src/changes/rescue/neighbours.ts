import type { Cluster } from "../../cluster/index.ts";
import { inNamespace, itemsOf, objectOf } from "../../cluster/index.ts";
import { claimNamed, claimNamesOf, workloadsByClaim } from "../../controllers/index.ts";
import type { PersistentVolumeClaim, Pod, StatefulSet } from "../../kubernetes/index.ts";
import { controllerRef, distinct, isTerminating, keyOf, seenRefOf } from "../../kubernetes/index.ts";
import { deletesPods } from "../permission/index.ts";
import { isLoose, pairNow } from "./pair-now.ts";
import type { Pair, Rescue, Stopped } from "./rescue.ts";
import { pairOf } from "./rescue.ts";
import type { Scalable } from "./workload.ts";
import {
  claimsUsedBy,
  holdersOf,
  podsNaming,
  podsOf,
  replicasOf,
  scalableOwner,
  usersOf,
} from "./workload.ts";

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
    const added = pods
      .flatMap((pod) => claimsUsedBy(pod, cluster))
      .flatMap((claim) => endangered(claim, cluster))
      .filter((pair) => !knows(pairs, pair));
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

/** Claims with data that are being deleted, or whose volume is: their pods could not start with them again. */
function endangered(claim: PersistentVolumeClaim, cluster: Cluster): readonly Pair[] {
  const { name, namespace = "", uid } = claim.metadata;
  const volumeName = claim.spec?.volumeName ?? "";
  if (volumeName === "") return [];
  const volume = objectOf(cluster.get("v1/persistentvolumes", volumeName));
  const isInDanger = isTerminating(claim) || (volume !== undefined && isTerminating(volume));
  return isInDanger ? [pairOf(claimNamed(namespace, name), uid, volume ?? volumeName)] : [];
}

function knows(pairs: readonly Pair[], { claim }: Pair): boolean {
  return pairs.some((pair) => pair.claim.name === claim.name);
}

/** The workloads whose pods use these claims or would create them again, each once. */
function workloadsOf(namespace: string, claims: readonly string[], cluster: Cluster): readonly Stopped[] {
  const found = claims.flatMap((claim) => [
    ...podsNaming(namespace, claim, cluster).flatMap((pod) => scalableOwner(pod, cluster) ?? []),
    ...byTemplate(namespace, claim, cluster),
  ]);
  const distinct = new Map(found.map((workload) => [workload.metadata.uid, workload]));
  return [...distinct.values()].map((workload) => stoppedAs(workload, claims, cluster));
}

/** Those that have no pod at the moment. */
function byTemplate(namespace: string, claim: string, cluster: Cluster): readonly Scalable[] {
  const alone = itemsOf(
    cluster.lookup(workloadsByClaim.replicaSets, keyOf(namespace, claim), inNamespace(namespace)),
  ).filter(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
  return [...usersOf(namespace, claim, cluster).map(({ workload }) => workload), ...alone].filter(
    (workload) => replicasOf(workload) > 0,
  );
}

function stoppedAs(workload: Scalable, claims: readonly string[], cluster: Cluster): Stopped {
  const replicas = workload.spec?.replicas ?? 1;
  const runBy = controllerRef(workload);
  return {
    owner: seenRefOf(workload),
    replicas,
    during: workload.kind === "StatefulSet" ? podsBefore(workload, claims, cluster) : 0,
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
