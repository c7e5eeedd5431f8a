import type { Cluster, Found, OtherOwner, Unread } from "../cluster/index.ts";
import type { AnyObject, KubeObject, ObjectRef, OwnerReference, Pod } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, kindNamed } from "../kubernetes/index.ts";
import { foregroundDeletion, orphanDependents } from "./finalizer-names.ts";
import { podGarbageCollector } from "./pod-gc.ts";

/** What an owner means for its dependent, as things stand. */
type OwnerEnd =
  /** It exists, or will leave its dependents behind when it is deleted. */
  | { readonly end: "stays" }
  /** `namesake`: the uid of another object that has its name today. */
  | { readonly end: "gone"; readonly namesake?: string }
  /** It is being deleted, or is a pod whose node no longer exists: the pod garbage collector is about to delete it. */
  | { readonly end: "going"; readonly object: AnyObject }
  | { readonly end: "unread"; readonly unread: Unread }
  /** Of a kind that is not read: it may well be there. */
  | { readonly end: "not looked up" }
  /** Of a kind that the cluster does not serve: the garbage collector cannot look it up, and retries. */
  | { readonly end: "not served" };

/**
 * The garbage collector deletes what has no owner that stays.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling, classifyReferences,
 * attemptToDeleteWorker, attemptToDeleteItem, orphanDependents, 1.36.
 */
export function ownerEnd(reference: OwnerReference, dependent: KubeObject, cluster: Cluster): OwnerEnd {
  if (isOutOfReach(reference, dependent)) return { end: "stays" };
  const ref = ownerRefOf(reference, dependent);
  const found = cluster.resolve(ref) ?? cluster.otherOwner(ref);
  switch (found.state) {
    case "not asked for":
      return { end: "not looked up" };
    case "not served":
      return { end: "not served" };
    case "out of reach":
      return { end: "stays" };
    case "unread":
      return { end: "unread", unread: found.unread };
    case "absent":
      return { end: "gone" };
    case "found":
      return endOfFound(reference, found.object, cluster);
  }
}

function endOfFound(reference: OwnerReference, object: AnyObject, cluster: Cluster): OwnerEnd {
  if (object.metadata.uid !== reference.uid) return { end: "gone", namesake: object.metadata.uid };
  if (isTerminating(object))
    return hasFinalizer(object, orphanDependents) ? { end: "stays" } : { end: "going", object };
  if (object.kind !== "Pod") return { end: "stays" };
  const decision = podGarbageCollector.decide(object as Pod, cluster);
  if (decision.decides === "unknown") return { end: "unread", unread: decision.unread };
  return decision.decides === "act" ? { end: "going", object } : { end: "stays" };
}

/** Does the garbage collector keep what has such an owner, as far as anything shows? */
export function keepsDependents({ end }: Pick<OwnerEnd, "end">): boolean {
  switch (end) {
    case "stays":
    case "not looked up":
    case "not served":
      return true;
    case "gone":
    case "going":
    case "unread":
      return false;
  }
}

/** Has it owners, of whom none stays? Then the garbage collector deletes it, whatever would have kept it. */
export function isLeftByOwners(dependent: KubeObject, cluster: Cluster): "yes" | "no" | "unread" {
  const owners = dependent.metadata.ownerReferences ?? [];
  const ends = owners.map((owner) => ownerEnd(owner, dependent, cluster));
  if (ends.length === 0 || ends.some(keepsDependents)) return "no";
  return ends.some(({ end }) => end === "unread") ? "unread" : "yes";
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
    const ref = ownerRefOf(owner, object);
    if (isOutOfReach(owner, object)) {
      owners.push({ ref, state: "solid" });
      continue;
    }
    const found = cluster.resolve(ref) ?? cluster.otherOwner(ref);
    if (found.state === "unread") return { read: false, unread: found.unread };
    owners.push({ ref, state: stateAs(found, owner) });
  }
  return { read: true, owners };
}

function stateAs(
  found: Exclude<Found<AnyObject> | OtherOwner, { readonly state: "unread" }>,
  owner: OwnerReference,
): OwnerState {
  if (found.state === "found") return ownerState(owner, found.object);
  return found.state === "absent" ? "dangling" : "solid";
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
export function ownerRefOf(
  { apiVersion, kind, name, uid }: OwnerReference,
  { metadata }: KubeObject,
): ObjectRef {
  const { namespace } = metadata;
  return {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "",
    name: name ?? "",
    ...(uid === undefined ? {} : { uid }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
