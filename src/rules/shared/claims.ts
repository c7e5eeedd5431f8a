import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { inNamespace, itemsOf } from "../../cluster/index.ts";
import {
  byName,
  claimNameOf,
  claimsToFillFrom,
  isInOrdinalRange,
  numberedClaims,
  podsByClaim,
  podsOfClaim,
  reclaimPolicyOf,
  setsOfClaim,
  splitNumber,
  workloadsNaming,
} from "../../controllers/index.ts";
import type { Condition } from "../../define/index.ts";
import { matches } from "../../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Pod, Resource } from "../../kubernetes/index.ts";
import { controllerOf, keyOf, partsOfKey, workloadKinds } from "../../kubernetes/index.ts";

/** What tells who uses a claim. */
export const useNeeds: readonly Resource[] = ["v1/pods", ...workloadKinds, "batch/v1/cronjobs"];

/** Of the others the pods say that they are used. */
export const claimsWithoutPods: Condition = matches(byName("v1/persistentvolumeclaims"), "none", podsByClaim);

/** Who uses a claim, or would as soon as it runs. */
export type UseOfClaim =
  /** A pod, or something that would make one: a template at rest counts as much. */
  | { readonly use: "used" }
  /** A StatefulSet has fewer pods now than there are claims. */
  | { readonly use: "surplus"; readonly set: string; readonly replicas: number }
  /** Pods of some other owner, such as an operator's own kind, use claims that are named like this one. */
  | { readonly use: "left out"; readonly owner: string; readonly claims: number }
  /** Named like the claims of a StatefulSet that does not exist, as other claims are. */
  | { readonly use: "set gone"; readonly set: string; readonly claims: number }
  | { readonly use: "none" }
  | { readonly use: "unread"; readonly unread: Unread };

type Answer = UseOfClaim | undefined;
type Question = (claim: PersistentVolumeClaim, cluster: Cluster) => Answer;

/** The first that knows decides. Cheap and certain ones come first. */
const questions: readonly Question[] = [byOwner, byPods, byTemplates, byCopies, bySet, bySiblings];

export function useOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): UseOfClaim {
  for (const ask of questions) {
    const answer = ask(claim, cluster);
    if (answer !== undefined) return answer;
  }
  return { use: "none" };
}

const scopeFor = ({ metadata }: PersistentVolumeClaim) => inNamespace(metadata.namespace ?? "");

/** The owner, a DataVolume or an operator's own kind, decides about it. So does a populator about its prime claim. */
function byOwner(claim: PersistentVolumeClaim): Answer {
  const isOwned = (claim.metadata.ownerReferences ?? []).length > 0;
  return isOwned || claim.metadata.name.startsWith("prime-") ? { use: "used" } : undefined;
}

/** In any phase: a pod that has not started yet, or has finished, is a use too. */
function byPods(claim: PersistentVolumeClaim, cluster: Cluster): Answer {
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return { use: "unread", unread: pods.unread };
  return pods.items.length > 0 ? { use: "used" } : undefined;
}

function byTemplates(claim: PersistentVolumeClaim, cluster: Cluster): Answer {
  const listed = workloadsNaming(claim, cluster);
  if (listed.some((each) => each.read && each.items.length > 0)) return { use: "used" };
  for (const each of listed) if (!each.read) return { use: "unread", unread: each.unread };
  return undefined;
}

/** A claim that is to be created as a copy of it: no attempt begins when it is deleted first. */
function byCopies(claim: PersistentVolumeClaim, cluster: Cluster): Answer {
  const copies = claimsToFillFrom(claim, cluster, scopeFor(claim));
  if (!copies.read) return { use: "unread", unread: copies.unread };
  return copies.items.length > 0 ? { use: "used" } : undefined;
}

/** A set that is scaled to zero has not given up its claims. */
function bySet(claim: PersistentVolumeClaim, cluster: Cluster): Answer {
  const sets = setsOfClaim(claim, cluster);
  if (!sets.read) return { use: "unread", unread: sets.unread };
  const [first] = sets.items;
  if (first === undefined) return undefined;
  const { set, ordinal } = first;
  const replicas = set.spec?.replicas ?? 1;
  if (replicas === 0 || isInOrdinalRange(set, ordinal)) return { use: "used" };
  return { use: "surplus", set: set.metadata.name, replicas };
}

function bySiblings(claim: PersistentVolumeClaim, cluster: Cluster): Answer {
  const numbered = splitNumber(claim.metadata.name);
  const hyphen = numbered?.prefix.indexOf("-") ?? -1;
  if (numbered === undefined || hyphen < 1) return undefined;
  // The template's name seldom has a hyphen, the set's often.
  const set = numbered.prefix.slice(hyphen + 1);
  const family = cluster.fact(familyOf, keyOf(claim.metadata.namespace ?? "", numbered.prefix));
  if ("unread" in family) return { use: "unread", unread: family.unread };
  const { claims, owner } = family;
  if (claims < 2) return undefined;
  return owner === undefined ? { use: "set gone", set, claims } : { use: "left out", owner, claims };
}

/** Claims that are named alike, and who made the pods that use one of them. */
type Family = { readonly claims: number; readonly owner: string | undefined } | { readonly unread: Unread };

/** Key: as `numberedClaims`. */
const familyOf: Fact<Family> = {
  name: "family-of-claims",
  from: ["v1/persistentvolumeclaims", "v1/pods"],
  workOut(key, cluster) {
    const [namespace = ""] = partsOfKey(key);
    const claims = cluster.lookup(numberedClaims, key, inNamespace(namespace));
    if (!claims.read) return { unread: claims.unread };
    return { claims: claims.items.length, owner: ownerOfUsers(claims.items, cluster) };
  },
};

/** Who made the pods of these claims. */
function ownerOfUsers(claims: readonly PersistentVolumeClaim[], cluster: Cluster): string | undefined {
  for (const claim of claims) {
    const pods = podsOfClaim(claim, cluster);
    const users = itemsOf(pods);
    const owner = users.map(controllerOf).find((each) => each !== undefined);
    if (owner !== undefined) return `${owner.kind ?? ""}/${owner.name ?? ""}`;
  }
  return undefined;
}

/**
 * Since when no pod uses the claim, where the cluster keeps that. It does not say whether the claim may be deleted.
 * kubernetes/enhancements KEP-5541: the condition Unused, alpha in 1.36.
 */
export function unusedSince({ status }: PersistentVolumeClaim): string | undefined {
  const condition = (status?.conditions ?? []).find(({ type }) => type === "Unused");
  return condition?.status === "True" ? condition.lastTransitionTime : undefined;
}

/** `none`: the claim has no volume, or one that outlives it. */
type VolumeAtStake =
  | { readonly volume: PersistentVolume }
  | { readonly volume: "none" }
  | { readonly volume: "unread"; readonly unread: Unread };

/** The volume whose disk is deleted when the claim is deleted. */
export function volumeAtStake(claim: PersistentVolumeClaim, cluster: Cluster): VolumeAtStake {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return { volume: "none" };
  const found = cluster.get("v1/persistentvolumes", name);
  if (found.state === "unread") return { volume: "unread", unread: found.unread };
  if (found.state === "absent" || reclaimPolicyOf(found.object) !== "Delete") return { volume: "none" };
  return { volume: found.object };
}

/** Does the pod use a claim, or an inline volume of a CSI driver? */
export function usesStorage(pod: Pod): boolean {
  return (pod.spec?.volumes ?? []).some(
    (volume) => claimNameOf(pod, volume) !== undefined || volume.csi !== undefined,
  );
}
