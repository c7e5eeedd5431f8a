import type { Cluster, Fact, Found, Unread } from "../cluster/index.ts";
import type {
  AnyObject,
  KubeObject,
  ObjectRef,
  OwnerReference,
  PersistentVolumeClaim,
  Pod,
} from "../kubernetes/index.ts";
import {
  distinct,
  hasFinalizer,
  isTerminating,
  keyOf,
  kindNamed,
  kinds,
  nameKey,
  partsOfKey,
  refOf,
} from "../kubernetes/index.ts";
import { foregroundDeletion, orphanDependents } from "./finalizer-names.ts";
import { claimsOfPod } from "./objects/pods.ts";

/** What an owner means for its dependent, as things stand. */
type OwnerEnd =
  /** It exists, or will leave its dependents behind when it is deleted. */
  | { readonly end: "stays" }
  /** `namesake`: the uid of another object that has its name today. */
  | { readonly end: "gone"; readonly namesake?: string }
  | { readonly end: "going"; readonly object: AnyObject }
  | { readonly end: "unread"; readonly unread: Unread }
  /** Of a kind that is not read: it may well be there. */
  | { readonly end: "not looked up" };

/**
 * The garbage collector deletes what has no owner that stays.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go classifyReferences, attemptToDeleteItem,
 * orphanDependents, 1.36.
 */
export function ownerEnd(reference: OwnerReference, dependent: KubeObject, cluster: Cluster): OwnerEnd {
  if (isOutOfReach(reference, dependent)) return { end: "stays" };
  const ref = refTo(reference, dependent);
  const found = cluster.resolve(ref) ?? otherOwner(ref, cluster);
  if (found === undefined) return { end: "not looked up" };
  if (found.state === "unread") return { end: "unread", unread: found.unread };
  if (found.state === "absent") return { end: "gone" };
  const { object } = found;
  if (object.metadata.uid !== reference.uid) return { end: "gone", namesake: object.metadata.uid };
  return isTerminating(object) && !hasFinalizer(object, orphanDependents)
    ? { end: "going", object }
    : { end: "stays" };
}

/** Has it owners, of whom none stays? Then the garbage collector deletes it, whatever would have kept it. */
export function isLeftByOwners(dependent: KubeObject, cluster: Cluster): "yes" | "no" | "unread" {
  const owners = dependent.metadata.ownerReferences ?? [];
  const ends = owners.map((owner) => ownerEnd(owner, dependent, cluster).end);
  if (ends.length === 0 || ends.some((end) => end === "stays" || end === "not looked up")) return "no";
  return ends.includes("unread") ? "unread" : "yes";
}

/**
 * `solid`: the owner is there. `dangling`: it is gone. `waiting`: it is being deleted in the foreground, and waits for
 * its dependents.
 */
type OwnerState = "solid" | "dangling" | "waiting";

/**
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go classifyReferences, 1.36.
 *
 * @param owner what the reference's name leads to, whatever its uid
 */
export function ownerState(ref: OwnerReference, owner: AnyObject | "absent"): OwnerState {
  if (owner === "absent" || owner.metadata.uid !== ref.uid) return "dangling";
  return isTerminating(owner) && hasFinalizer(owner, foregroundDeletion) ? "waiting" : "solid";
}

/** The dependents for which a foreground deletion waits. The same repository, graph.go blockingDependents. */
export function blocksOwner(dependent: KubeObject, owner: KubeObject): boolean {
  return (dependent.metadata.ownerReferences ?? []).some(
    ({ uid, blockOwnerDeletion }) => uid === owner.metadata.uid && blockOwnerDeletion === true,
  );
}

type OwnersSeen =
  | { readonly read: true; readonly owners: readonly ReferredOwner[] }
  | { readonly read: false; readonly unread: Unread };

interface ReferredOwner {
  readonly ref: ObjectRef;
  readonly state: OwnerState;
}

/** An owner of a kind that is not read is taken to be there, as nearly all owners are. */
export function ownersOf(object: KubeObject, cluster: Cluster): OwnersSeen {
  const owners: ReferredOwner[] = [];
  for (const owner of object.metadata.ownerReferences ?? []) {
    const ref = refTo(owner, object);
    if (isOutOfReach(owner, object)) {
      owners.push({ ref, state: "solid" });
      continue;
    }
    const found = cluster.resolve(ref) ?? otherOwner(ref, cluster);
    if (found?.state === "unread") return { read: false, unread: found.unread };
    const there = found?.state === "found" ? found.object : "absent";
    owners.push({ ref, state: found === undefined ? "solid" : ownerState(owner, there) });
  }
  return { read: true, owners };
}

/** An owner of a kind that is not read, where the input shows it; `undefined` where it may be there all the same. */
function otherOwner(ref: ObjectRef, cluster: Cluster): Found<AnyObject> | undefined {
  const owner = cluster.otherOwner(ref);
  if (owner === undefined) return undefined;
  return owner === "gone" ? { state: "absent" } : { state: "found", object: owner };
}

/**
 * Is this a namespaced owner of a cluster-scoped object? The garbage collector takes it for a mistake and never deletes
 * the object.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling, attemptToDeleteWorker, 1.36.
 */
export function isOutOfReach({ apiVersion, kind }: OwnerReference, { metadata }: KubeObject): boolean {
  if (metadata.namespace !== undefined) return false;
  return kindNamed(apiVersion ?? "", kind ?? "")?.namespaced === true;
}

type Kept = { readonly kept: "yes" | "no" } | { readonly kept: "unread"; readonly unread: Unread };

/**
 * Does an owner keep the object that is none of these, which are taken to be gone?
 * The same file, attemptToDeleteItem.
 */
export function keptBesides(object: KubeObject, gone: readonly string[], cluster: Cluster): Kept {
  const ownerReferences = (object.metadata.ownerReferences ?? []).filter(
    ({ uid }) => uid === undefined || !gone.includes(uid),
  );
  if (ownerReferences.length === 0) return { kept: "no" };
  const others = ownersOf({ ...object, metadata: { ...object.metadata, ownerReferences } }, cluster);
  if (!others.read) return { kept: "unread", unread: others.unread };
  return { kept: others.owners.some(({ state }) => state === "solid") ? "yes" : "no" };
}

/** An owner is in the namespace of its dependent, or in none. */
export function refTo({ apiVersion, kind, name, uid }: OwnerReference, { metadata }: KubeObject): ObjectRef {
  const { namespace } = metadata;
  return {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "",
    name: name ?? "",
    ...(uid === undefined ? {} : { uid }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

type Goes = { readonly goes: "yes" | "no" } | { readonly goes: "unread"; readonly unread: Unread };

/**
 * Is a claim that is not deleted yet deleted when this pod is gone? That of an ephemeral volume is, and that of a pod which
 * its StatefulSet has dropped with whenScaled: Delete, unless another owner is there.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36;
 * pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36.
 */
function claimGoesWith(pod: Pod, claim: PersistentVolumeClaim, cluster: Cluster): Goes {
  const { uid } = pod.metadata;
  if (isTerminating(claim) || !(claim.metadata.ownerReferences ?? []).some((owner) => owner.uid === uid))
    return { goes: "no" };
  const besides = keptBesides(claim, [uid], cluster);
  switch (besides.kept) {
    case "unread":
      return { goes: "unread", unread: besides.unread };
    case "yes":
      return { goes: "no" };
    case "no":
      return { goes: "yes" };
  }
}

/** The pod that is being deleted, and that this claim is deleted with. */
export function podItGoesWith(claim: PersistentVolumeClaim, cluster: Cluster): Pod | undefined {
  for (const { kind, name = "" } of claim.metadata.ownerReferences ?? []) {
    const pod = kind === "Pod" ? cluster.get("v1/pods", name, claim.metadata.namespace) : undefined;
    if (pod?.state !== "found" || !isTerminating(pod.object)) continue;
    if (claimGoesWith(pod.object, claim, cluster).goes === "yes") return pod.object;
  }
  return undefined;
}

interface TakenAlong {
  readonly claims: readonly PersistentVolumeClaim[];
  /** There may be more: the claim of an ephemeral volume was not read. */
  readonly unread?: Unread;
}

/** The claims that a pod names and that go with it. One of which an owner was not read is taken to go. */
export function claimsTakenAlong(pod: Pod, cluster: Cluster): TakenAlong {
  const { name, namespace = "" } = pod.metadata;
  const isLarge = (pod.spec?.volumes ?? []).length > many;
  const known = isLarge ? cluster.fact(takenAlongByPod, keyOf(namespace, name)) : undefined;
  return known ?? takenAlong(pod, cluster);
}

/** Of a pod with more volumes, each of its claims would ask for all of them. */
const many = 8;

/** Key: namespace and name of a pod. */
const takenAlongByPod: Fact<TakenAlong | undefined> = {
  name: "claims-taken-along",
  // The owner of a claim can be of any kind.
  from: kinds.map(({ resource }) => resource),
  workOut(key, cluster) {
    const [namespace, name = ""] = partsOfKey(key);
    const pod = cluster.get("v1/pods", name, namespace);
    return pod.state === "found" ? takenAlong(pod.object, cluster) : undefined;
  },
};

function takenAlong(pod: Pod, cluster: Cluster): TakenAlong {
  const named = claimsOfPod(pod, cluster);
  if (!named.read) return { claims: [], ...(hasEphemeral(pod) ? { unread: named.unread } : {}) };
  const claims = named.claims.flatMap(({ claim }) =>
    claim !== "missing" && claimGoesWith(pod, claim, cluster).goes !== "no" ? [claim] : [],
  );
  return { claims: distinct(claims, (claim) => nameKey(refOf(claim))) };
}

function hasEphemeral({ spec }: Pod): boolean {
  return (spec?.volumes ?? []).some(({ ephemeral }) => ephemeral !== undefined);
}
