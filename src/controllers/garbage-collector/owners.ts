import {
  type Cluster,
  hasFinalizer,
  isTerminating,
  type KubeObject,
  type ObjectRef,
  type OwnerReference,
  type Unread,
} from "../../model/index.ts";
import { foregroundDeletion } from "../finalizer-names.ts";

/**
 * `solid`: the owner is there. `dangling`: it is gone. `waiting`: it is being deleted in the foreground, and waits for
 * its dependents.
 */
export type OwnerState = "solid" | "dangling" | "waiting";

/**
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go classifyReferences, 1.36.
 *
 * @param owner what the reference's name leads to, whatever its uid
 */
export function ownerState(ref: OwnerReference, owner: KubeObject | "absent"): OwnerState {
  if (owner === "absent" || owner.metadata.uid !== ref.uid) return "dangling";
  return isTerminating(owner) && hasFinalizer(owner, foregroundDeletion) ? "waiting" : "solid";
}

/**
 * Is an object with these owners deleted? One owner that is there is enough to keep it.
 * The same file, attemptToDeleteItem.
 */
export function isCollected(owners: readonly OwnerState[]): boolean {
  return owners.length > 0 && !owners.includes("solid");
}

/** The dependents for which a foreground deletion waits. The same repository, graph.go blockingDependents. */
export function blocksOwner(dependent: KubeObject, owner: KubeObject): boolean {
  return (dependent.metadata.ownerReferences ?? []).some(
    ({ uid, blockOwnerDeletion }) => uid === owner.metadata.uid && blockOwnerDeletion === true,
  );
}

export type OwnersSeen =
  | { readonly read: true; readonly states: readonly OwnerState[] }
  | { readonly read: false; readonly unread: Unread };

/** An owner of a kind that is not read is taken to be there, as nearly all owners are. */
export function ownersOf(object: KubeObject, cluster: Cluster): OwnersSeen {
  const states: OwnerState[] = [];
  for (const ref of object.metadata.ownerReferences ?? []) {
    const found = cluster.resolve(refTo(ref, object));
    if (found?.state === "unread") return { read: false, unread: found.unread };
    if (found === undefined) states.push("solid");
    else states.push(ownerState(ref, found.state === "found" ? found.object : "absent"));
  }
  return { read: true, states };
}

/** An owner is in the namespace of its dependent, or in none. */
function refTo({ apiVersion, kind, name }: OwnerReference, { metadata }: KubeObject): ObjectRef {
  const { namespace } = metadata;
  return {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "",
    name: name ?? "",
    ...(namespace === undefined ? {} : { namespace }),
  };
}
