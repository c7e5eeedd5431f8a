import type { KubeObject, OwnerReference, PersistentVolumeClaim, StatefulSet } from "../../model/index.ts";
import { isInOrdinalRange, ordinalOf } from "./ordinals.ts";

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
