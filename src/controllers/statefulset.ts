import type { Cluster, Found, Listed, Unread } from "../cluster/index.ts";
import type { KubeObject, OwnerReference, PersistentVolumeClaim, StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, keyOf } from "../kubernetes/index.ts";
import { defineController, nothing } from "./controller.ts";
import { unknown, waitForAll } from "./decision.ts";
import { indexOn } from "./indexes/define.ts";

/** More than any real set has, so that a number in a file cannot keep the model busy. */
const mostPods = 1000;

export const statefulSetController = defineController({
  name: "statefulset-controller",
  on: "apps/v1/statefulsets",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, 1.36",
  ],
  decide(set, cluster) {
    if (isTerminating(set) || (set.spec?.volumeClaimTemplates ?? []).length === 0) return nothing;
    for (const ordinal of ordinalsOf(set)) {
      const waiting = claimsInTheWay(set, ordinal, cluster);
      if ("unread" in waiting) return unknown(waiting);
      if (waiting.claims.length > 0) return waitForAll(waiting.claims);
    }
    return nothing;
  },
});

/** The numbers of the pods that the set should have. */
export function ordinalsOf(set: StatefulSet): readonly number[] {
  const start = set.spec?.ordinals?.start ?? 0;
  const replicas = Math.min(set.spec?.replicas ?? 1, mostPods);
  return Array.from({ length: Math.max(replicas, 0) }, (_, position) => start + position);
}

/** Key: the namespace and name of a pod that the set should have. */
export const setsByPod = indexOn("apps/v1/statefulsets")("statefulsets-by-pod", (set) =>
  ordinalsOf(set).map((ordinal) => keyOf(set.metadata.namespace ?? "", podNameOf(set, ordinal))),
);

export function podNameOf({ metadata }: StatefulSet, ordinal: number): string {
  return `${metadata.name}-${ordinal}`;
}

/** The numbers of the pods that the set should have, and that do not exist. */
export function missingOrdinals(set: StatefulSet, cluster: Cluster): Listed<number> {
  const { namespace } = set.metadata;
  const missing: number[] = [];
  for (const ordinal of ordinalsOf(set)) {
    const pod = cluster.get("v1/pods", podNameOf(set, ordinal), namespace);
    if (pod.state === "unread") return { read: false, unread: pod.unread };
    if (pod.state === "absent") missing.push(ordinal);
  }
  return { read: true, items: missing };
}

type InTheWay = { readonly claims: readonly PersistentVolumeClaim[] } | { readonly unread: Unread };

/**
 * The claims that stop a pod which is to be created, with the error `pvc … is being deleted`. One that is gone is created
 * again, and empty. For a pod that exists already, only missing claims are made, and only while it is Pending.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims,
 * createMissingPersistentVolumeClaims, 1.36 (the second since about 1.27, kubernetes/kubernetes#113270).
 */
function claimsInTheWay(set: StatefulSet, ordinal: number, cluster: Cluster): InTheWay {
  const { namespace } = set.metadata;
  const pod = cluster.get("v1/pods", podNameOf(set, ordinal), namespace);
  if (pod.state === "unread") return pod;
  if (pod.state === "found") return { claims: [] };
  const found: readonly Found<PersistentVolumeClaim>[] = claimNamesOf(set, ordinal).map((claim) =>
    cluster.get("v1/persistentvolumeclaims", claim, namespace),
  );
  const unread = found.find((claim) => claim.state === "unread");
  if (unread !== undefined) return unread;
  const claims = found.flatMap((claim) => (claim.state === "found" ? [claim.object] : []));
  return { claims: claims.filter(isTerminating) };
}

/**
 * The number at the end of a pod's name.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getParentNameAndOrdinal, 1.36.
 */
export function ordinalOf(set: StatefulSet, podName: string): number | undefined {
  const [, parent, digits] = /^(.*)-(\d{1,9})$/.exec(podName) ?? [];
  return parent === set.metadata.name ? Number(digits) : undefined;
}

/** Does the set still want the pod with this number? The same file, podInOrdinalRange. */
export function isInOrdinalRange(set: StatefulSet, ordinal: number): boolean {
  const start = set.spec?.ordinals?.start ?? 0;
  return ordinal >= start && ordinal < start + (set.spec?.replicas ?? 1);
}

/** The names of the claims of one pod. The same file, getPersistentVolumeClaimName. */
export function claimNamesOf(set: StatefulSet, ordinal: number): readonly string[] {
  return (set.spec?.volumeClaimTemplates ?? []).map(
    ({ metadata }) => `${metadata?.name ?? ""}-${set.metadata.name}-${ordinal}`,
  );
}

/** The pod of a claim. It may be gone already: then it has no uid. */
export interface PodIdentity {
  readonly name: string;
  readonly uid: string | undefined;
}

/** Who should own a claim, and so takes it along. */
export type RetentionOwner = "nobody" | "set" | "pod";

/**
 * A pod owns its claims only once it is condemned: that is, its number is out of range.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.27 to 1.36.
 */
export function retentionOwner(set: StatefulSet, podName: string): RetentionOwner {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  const ordinal = ordinalOf(set, podName);
  const isCondemned = ordinal === undefined || !isInOrdinalRange(set, ordinal);
  if (whenScaled === "Delete" && isCondemned) return "pod";
  return whenDeleted === "Delete" ? "set" : "nobody";
}

/** The same file, isClaimOwnerUpToDate. What others have touched counts as up to date, and is left alone. */
export function isClaimOwnerUpToDate(
  claim: PersistentVolumeClaim,
  set: StatefulSet,
  pod: PodIdentity,
): boolean {
  const refs = claim.metadata.ownerReferences ?? [];
  if (refs.some((ref) => isStale(ref, set, pod))) return true;
  const hasSet = refs.some(({ uid }) => uid === set.metadata.uid);
  const hasPod = pod.uid !== undefined && refs.some(({ uid }) => uid === pod.uid);
  if (hasUnexpectedController(claim, set, pod)) return !hasSet && !hasPod;
  if (refs.some((ref) => isOurs(ref, set, pod) && ref.controller !== true)) return false;
  const owner = retentionOwner(set, pod.name);
  return hasSet === (owner === "set") && hasPod === (owner === "pod");
}

/**
 * Is the claim controlled by something else? Then the set makes no claim on it, and drops its own references; with a
 * warning ConflictingController. The same file, hasUnexpectedController.
 */
export function hasUnexpectedController(
  claim: PersistentVolumeClaim,
  set: StatefulSet,
  pod: PodIdentity,
): boolean {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  if (whenDeleted !== "Delete" && whenScaled !== "Delete") return false;
  return (claim.metadata.ownerReferences ?? []).some((ref) => {
    if (namesSet(ref, set) || namesPod(ref, pod)) return isStale(ref, set, pod);
    return ref.controller === true;
  });
}

function namesSet(ref: OwnerReference, set: KubeObject): boolean {
  return ref.apiVersion === "apps/v1" && ref.kind === "StatefulSet" && ref.name === set.metadata.name;
}

function namesPod(ref: OwnerReference, pod: PodIdentity): boolean {
  return ref.apiVersion === "v1" && ref.kind === "Pod" && ref.name === pod.name;
}

/** It names an earlier set or pod of the same name. */
function isStale(ref: OwnerReference, set: StatefulSet, pod: PodIdentity): boolean {
  if (namesSet(ref, set)) return ref.uid !== set.metadata.uid;
  return namesPod(ref, pod) && ref.uid !== pod.uid;
}

function isOurs(ref: OwnerReference, set: StatefulSet, pod: PodIdentity): boolean {
  return ref.uid === set.metadata.uid || (pod.uid !== undefined && ref.uid === pod.uid);
}
