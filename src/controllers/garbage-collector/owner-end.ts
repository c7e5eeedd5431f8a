import {
  type Cluster,
  hasFinalizer,
  isTerminating,
  type KubeObject,
  type OwnerReference,
  type Unread,
} from "../../model/index.ts";
import { orphanDependents } from "../finalizer-names.ts";
import { isOutOfReach, otherOwner, refTo } from "./owners.ts";

/** What an owner means for its dependent, as things stand. */
export type OwnerEnd =
  /** It exists, or will leave its dependents behind when it is deleted. */
  | { readonly end: "stays" }
  /** `namesake`: the uid of another object that has its name today. */
  | { readonly end: "gone"; readonly namesake?: string }
  | { readonly end: "going"; readonly object: KubeObject }
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
