import type { Cluster } from "../cluster/index.ts";
import { itemsOf, unreadOf } from "../cluster/index.ts";
import type { Workload } from "../controllers/index.ts";
import {
  claimsOfWorkload,
  collectedWith,
  isClaimOwnerUpToDate,
  isInOrdinalRange,
  podsOfWorkload,
  setsOfClaim,
} from "../controllers/index.ts";
import type { Dependent, Dependents } from "../define/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { KubeObject, PersistentVolumeClaim, StatefulSet } from "../kubernetes/index.ts";
import { keyOf, nameOf, refOf, say, words, workloadKinds } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";

export default defineDeletion({
  name: "workload",
  on: [...workloadKinds, "batch/v1/cronjobs"],
  needs: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    ...workloadKinds,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, isClaimOwnerUpToDate, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume (the pod owns the claim), 1.36",
  ],
  told: "each answer",
  dependents: dependentsOfWorkload,
  ends: (workload, cluster) =>
    collectedWith(workload, cluster).objects.map((each) => ({
      deleted: refOf(each),
      by: "garbage-collector",
    })),
  before: (workload) => [saveManifest(workload)],
});

/** Those that are deleted with it, and claims that stay. */
function dependentsOfWorkload(workload: Workload, cluster: Cluster): Dependents {
  const collected = collectedWith(workload, cluster);
  const pods = podsOfWorkload(workload, cluster);
  const { claims, unread } = claimsOfWorkload(workload, itemsOf(pods), cluster);
  const isCollected = new Set(collected.objects.map(keyFor));
  return {
    items: [
      ...collected.objects.filter(({ kind }) => told.includes(kind)).map(collectedOne),
      ...claims
        .filter((claim) => !isCollected.has(keyFor(claim)))
        .map((claim) => left(claim, workload, cluster)),
    ],
    unread: [...collected.unread, ...unreadOf([pods]), ...(unread === undefined ? [] : [unread])],
  };
}

/** What makes pods is of no interest itself. */
const told: readonly string[] = ["Pod", "PersistentVolumeClaim", "VolumeSnapshot"];

function keyFor({ kind, metadata }: KubeObject): string {
  return keyOf(kind, metadata.name);
}

function collectedOne(object: KubeObject): Dependent {
  const noun = object.kind === "Pod" ? "pod" : object.kind === "VolumeSnapshot" ? "snapshot" : "claim";
  const goes = say`the garbage collector deletes a ${words(noun)} when its owner (${ownerNames(object)}) no longer exists`;
  return { object, reason: "DeletedWithIt", message: goes, goes };
}

function ownerNames({ metadata }: KubeObject): string {
  return (metadata.ownerReferences ?? [])
    .map(({ kind = "", name = "" }) => `${kind.toLowerCase()}/${name}`)
    .join(", ");
}

function left(claim: PersistentVolumeClaim, workload: Workload, cluster: Cluster): Dependent {
  const base = { object: claim, reason: "ClaimStays" };
  const owners = claim.metadata.ownerReferences ?? [];
  if (owners.some(({ uid }) => uid === workload.metadata.uid))
    return {
      ...base,
      message: say`the claim has several owners (${ownerNames(claim)}), and one that stays is enough to keep it`,
    };
  if (workload.kind !== "StatefulSet")
    return { ...base, message: say`no owner of the claim is deleted, so it stays` };
  const isMade = ordinalIn(claim, workload, cluster) !== undefined;
  if (isMade && mayBecomeOwned(claim, workload, cluster))
    return {
      ...base,
      reason: "OwnerNotRecorded",
      message: words(""),
      perhaps: say`whenDeleted of ${nameOf(workload)} is Delete, but the claim has no owner reference to the set: it is deleted with the set only if the StatefulSet controller adds that first`,
    };
  const policy = workload.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted ?? "Retain";
  return {
    ...base,
    message: isMade
      ? say`the set does not own the claim (whenDeleted ${policy}), so the claim stays; a new set of that name would use it again`
      : say`the set does not own the claim, so the claim stays`,
  };
}

function ordinalIn(claim: PersistentVolumeClaim, set: StatefulSet, cluster: Cluster): number | undefined {
  const sets = setsOfClaim(claim, cluster);
  return sets.read
    ? sets.items.find((each) => each.set.metadata.uid === set.metadata.uid)?.ordinal
    : undefined;
}

/**
 * The controller adds the owner when it next looks at the claims of a pod, where nothing else has touched their owners. It looks
 * at those of pods that exist, or that it is to create.
 */
function mayBecomeOwned(claim: PersistentVolumeClaim, set: StatefulSet, cluster: Cluster): boolean {
  if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted !== "Delete") return false;
  const ordinal = ordinalIn(claim, set, cluster) ?? 0;
  const name = `${set.metadata.name}-${ordinal}`;
  const pod = cluster.get("v1/pods", name, set.metadata.namespace);
  if (pod.state === "absent" && !isInOrdinalRange(set, ordinal)) return false;
  const uid = pod.state === "found" ? pod.object.metadata.uid : undefined;
  return !isClaimOwnerUpToDate(claim, set, { name, uid });
}
