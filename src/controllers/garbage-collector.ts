import type { Cluster, Listed, Unread } from "../cluster/index.ts";
import { everywhere, inNamespace, itemsOf } from "../cluster/index.ts";
import type { KubeObject, Resource } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, kindOf, refOf, workloadKinds } from "../kubernetes/index.ts";
import type { Action, AnyController, Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, actAll, removeFinalizer, unknown, waitForAll } from "./decision.ts";
import { foregroundDeletion, orphanDependents } from "./finalizer-names.ts";
import { dependentsByOwner } from "./indexes/index.ts";
import { blocksOwner, keptBesides, ownersOf } from "./owners.ts";

const sources = [
  "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, processDeletingDependentsItem, orphanDependents, 1.36",
] as const;

/** The kinds that have dependents, or are dependents, where volumes are concerned. */
export const collectedKinds = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  ...workloadKinds,
] as const;

/** One for each kind. */
export const garbageCollectors: readonly AnyController[] = collectedKinds.map((resource) =>
  defineController({ name: "garbage-collector", on: resource, sources, decide: decideFor }),
);

/** What the garbage collector does with an object of any kind. */
function decideFor(object: KubeObject, cluster: Cluster): Decision {
  if (!isTerminating(object)) return decideLive(object, cluster);
  if (hasFinalizer(object, foregroundDeletion)) return waitForDependents(object, cluster);
  return hasFinalizer(object, orphanDependents) ? orphan(object, cluster) : nothing;
}

/** The same file, attemptToDeleteItem. */
function decideLive(object: KubeObject, cluster: Cluster): Decision {
  const seen = ownersOf(object, cluster);
  if (!seen.read) return unknown(seen);
  if (seen.owners.length === 0) return nothing;
  const left = seen.owners.filter(({ state }) => state !== "solid").map(({ ref }) => ref);
  if (left.length < seen.owners.length) {
    return left.length === 0 ? nothing : act({ do: "drop-owners", object: refOf(object), owners: left });
  }
  const isAwaited = seen.owners.some(({ state }) => state === "waiting");
  const dependents = isAwaited ? dependentsOf(object, cluster) : noDependents;
  if (!dependents.read) return unknown(dependents);
  const remove: Action = { do: "delete", object: refOf(object) };
  if (dependents.items.length === 0) return act(remove);
  const unblock: readonly Action[] =
    dependents.items.some(isDeletingDependents) && blocksAny(object)
      ? [{ do: "unblock-owners", object: refOf(object) }]
      : [];
  return actAll([
    ...unblock,
    { do: "add-finalizer", object: refOf(object), finalizer: foregroundDeletion },
    remove,
  ]);
}

/**
 * A dependent that itself waits for its dependents may be part of a circle: then nothing waits for the object.
 * The same repository, graph.go isDeletingDependents; patch.go unblockOwnerReferencesStrategicMergePatch.
 */
function isDeletingDependents(dependent: KubeObject): boolean {
  return isTerminating(dependent) && hasFinalizer(dependent, foregroundDeletion);
}

function blocksAny({ metadata }: KubeObject): boolean {
  return metadata.ownerReferences?.some(({ blockOwnerDeletion }) => blockOwnerDeletion === true) ?? false;
}

const noDependents: Listed<KubeObject> = { read: true, items: [] };

/** The same file, processDeletingDependentsItem; what blocks is dealt with as any dependent is. */
function waitForDependents(object: KubeObject, cluster: Cluster): Decision {
  const dependents = dependentsOf(object, cluster);
  if (!dependents.read) return unknown(dependents);
  const blocking = dependents.items.filter((dependent) => blocksOwner(dependent, object));
  const actions: Action[] = [];
  for (const dependent of blocking.filter((each) => !isTerminating(each))) {
    const decision = decideLive(dependent, cluster);
    if (decision.decides === "unknown") return decision;
    if (decision.decides === "act") for (const action of decision.actions) actions.push(action);
  }
  const isAwaited = blocking.length > 0;
  return actAll(actions, isAwaited ? waitForAll(blocking) : act(removeFinalizer(object, foregroundDeletion)));
}

/** A circle of more is not looked for: in a long chain of owners, each would be asked about for each of the others. */
const mostInCircle = 8;

/**
 * From an object, each with what its foreground deletion waits for, along one dependent and back to the object: of each such
 * dependent one circle. Where all wait for their dependents, the garbage collector breaks none: it no longer asks about owners then.
 * The same file, attemptToDeleteItem, processDeletingDependentsItem.
 */
export function foregroundCircles(
  object: KubeObject,
  cluster: Cluster,
): Listed<readonly [KubeObject, ...KubeObject[]]> {
  const items: (readonly [KubeObject, ...KubeObject[]])[] = [];
  // Without an owner that waits for it, it is in no circle.
  if (!blocksAny(object)) return { read: true, items };
  const first = waitingDependents(object, cluster);
  if (!first.read) return first;
  for (const dependent of first.items) {
    const ways: (readonly [KubeObject, ...KubeObject[]])[] = [[dependent]];
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
      const last = way.at(-1) ?? dependent;
      if (last.metadata.uid === object.metadata.uid) {
        items.push(way);
        break;
      }
      if (way.length === mostInCircle || !blocksAny(last)) continue;
      const next = waitingDependents(last, cluster);
      if (!next.read) return next;
      for (const each of next.items) ways.push([...way, each]);
    }
  }
  return { read: true, items };
}

function waitingDependents(owner: KubeObject, cluster: Cluster): Listed<KubeObject> {
  const dependents = dependentsOf(owner, cluster);
  if (!dependents.read) return dependents;
  const waits = (each: KubeObject) => isDeletingDependents(each) && blocksOwner(each, owner);
  return { read: true, items: dependents.items.filter(waits) };
}

/** The same file, orphanDependents. */
function orphan(object: KubeObject, cluster: Cluster): Decision {
  const dependents = dependentsOf(object, cluster);
  if (!dependents.read) return unknown(dependents);
  const owners = [refOf(object)];
  const drops = dependents.items.map((each): Action => ({ do: "drop-owners", object: refOf(each), owners }));
  return actAll([...drops, removeFinalizer(object, orphanDependents)]);
}

/** What the garbage collector deletes once an object is gone, with what was not read of it. */
interface Collected {
  readonly objects: readonly KubeObject[];
  readonly unread: readonly Unread[];
}

const namespacedKinds = collectedKinds.filter((resource) => kindOf(resource).namespaced);

/**
 * What is deleted in the background once this object no longer exists: its dependents with no other owner, their dependents, and
 * so on, each after its owner. The same file, attemptToDeleteItem; what is being deleted already counts too.
 */
export function collectedWith(object: KubeObject, cluster: Cluster): Collected {
  const { namespace } = object.metadata;
  if (namespace === undefined) return { objects: [], unread: [] };
  const gone = new Set([object.metadata.uid]);
  const objects: KubeObject[] = [];
  const unread = new Map<Resource, Unread>();
  const owners = [object];
  for (let owner = owners.shift(); owner !== undefined; owner = owners.shift()) {
    for (const resource of namespacedKinds) {
      const listed = lookup(resource, owner.metadata.uid, cluster, inNamespace(namespace));
      if (!listed.read) unread.set(resource, listed.unread);
      for (const dependent of itemsOf(listed)) {
        if (gone.has(dependent.metadata.uid)) continue;
        const uids = (dependent.metadata.ownerReferences ?? []).flatMap(({ uid = "" }) => uid);
        const besides = keptBesides(
          dependent,
          uids.filter((uid) => gone.has(uid)),
          cluster,
        );
        if (besides.kept === "unread") unread.set(resource, besides.unread);
        if (besides.kept !== "no") continue;
        gone.add(dependent.metadata.uid);
        objects.push(dependent);
        owners.push(dependent);
      }
    }
  }
  return { objects, unread: [...unread.values()] };
}

/** The dependents of the kinds that are read here. */
export function dependentsOf(owner: KubeObject, cluster: Cluster): Listed<KubeObject> {
  const { uid, namespace } = owner.metadata;
  const scope = namespace === undefined ? everywhere : inNamespace(namespace);
  const items: KubeObject[] = [];
  for (const resource of collectedKinds) {
    const listed = lookup(resource, uid, cluster, scope);
    if (!listed.read) return listed;
    for (const item of listed.items) items.push(item);
  }
  return { read: true, items };
}

function lookup(
  resource: Resource,
  uid: string,
  cluster: Cluster,
  scope: Parameters<Cluster["lookup"]>[2],
): Listed<KubeObject> {
  // Whatever its kind, an object that was read is a KubeObject.
  return cluster.lookup(dependentsByOwner(resource), uid, scope);
}
