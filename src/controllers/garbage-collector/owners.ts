import {
  type Cluster,
  type Found,
  hasFinalizer,
  isTerminating,
  type KubeObject,
  kindNamed,
  type ObjectRef,
  type OwnerReference,
  type Unread,
} from "../../model/index.ts";
import { foregroundDeletion } from "../finalizer-names.ts";

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
export function ownerState(ref: OwnerReference, owner: KubeObject | "absent"): OwnerState {
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
export function otherOwner(ref: ObjectRef, cluster: Cluster): Found<KubeObject> | undefined {
  const owner = cluster.otherOwner(ref);
  if (owner === undefined) return undefined;
  return owner === "gone" ? { state: "absent" } : { state: "found", object: owner };
}

/**
 * Is this a namespaced owner of a cluster-scoped object? The garbage collector takes it for a mistake and never deletes
 * the object. The same file, isDangling, attemptToDeleteWorker.
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
