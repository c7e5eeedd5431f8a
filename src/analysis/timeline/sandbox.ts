import type { Cluster, Fact, Found, Index, Listed, Scope, Walked } from "../../cluster/index.ts";
import { objectOf } from "../../cluster/index.ts";
import type { Action, AnyController, Decision } from "../../controllers/index.ts";
import { tiesOf } from "../../define/index.ts";
import type { KubeObject, ObjectIn, ObjectRef, Resource } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, kindNamed, nameKey, refOf, timestamp } from "../../kubernetes/index.ts";
import type { Near, Neighbour, Remembering, TiesOf } from "../remembering.ts";
import { mayChange, remembering } from "../remembering.ts";
import { boundContent, boundPair, changedBy } from "./after-action.ts";
import type { Change } from "./changed-objects.ts";
import { ChangedObjects } from "./changed-objects.ts";

/** A cluster on which actions can be carried out without touching the snapshot below it. */
export interface Sandbox {
  readonly cluster: Cluster;
  /** As it was before all of it: what is known already is known of that. */
  readonly base: Cluster;
  /** How often it was changed: as long as this stays, so do all answers. */
  readonly changes: number;
  find(ref: ObjectRef): KubeObject | undefined;
  /** Its relatives now. */
  near(object: Neighbour): readonly Near[];
  /** What a controller decides about the object now; `undefined` if it does not exist. */
  decision(controller: AnyController, object: Neighbour): Decision | undefined;
  /** A DELETE request: the object gets a deletionTimestamp, or is removed when no finalizer holds it. */
  deleteObject(ref: ObjectRef, finalizers?: readonly string[]): void;
  /** The object is as given from now on. */
  change(object: KubeObject): void;
  /** The object no longer exists, whatever held it. */
  removeObject(ref: ObjectRef): void;
  apply(action: Action): void;
}

/** @param ties leads to the relatives */
export function createSandbox(base: Cluster, ties: TiesOf = tiesOf): Sandbox {
  /** Most kinds are never changed: what is asked of them is asked of the cluster below. */
  const changes = new Map<Resource, ChangedObjects>();
  // Only objects of a resource are kept under it.
  const changesOf = <R extends Resource>(resource: R) =>
    changes.get(resource) as ChangedObjects<R> | undefined;
  const facts = new Map<Fact<unknown>, Map<string, { readonly at: number; readonly value: unknown }>>();
  /** Owners of kinds that are not read. What was decided without their end is not asked for again. */
  const goneOwners = new Set<string>();
  let count = 0;

  function set(ref: ObjectRef, change: Change, origin: KubeObject | undefined): void {
    const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
    if (resource === undefined) {
      if (change === "gone") goneOwners.add(nameKey(ref));
      count++;
      return;
    }
    count++;
    const ofKind = changes.get(resource) ?? new ChangedObjects();
    changes.set(resource, ofKind);
    ofKind.set(ref.name, ref.namespace, change, origin);
  }

  /** Worked out once, until an object of its kinds is changed. */
  function factOf<T>(fact: Fact<T>, key: string): T {
    const at = fact.from.reduce((sum, resource) => sum + (changes.get(resource)?.count ?? 0), 0);
    if (at === 0) return base.fact(fact, key);
    const known = facts.get(fact) ?? new Map<string, { readonly at: number; readonly value: unknown }>();
    facts.set(fact, known);
    const before = known.get(key);
    // Only what this fact worked out is known under it.
    if (before?.at === at) return before.value as T;
    const { value, missed } = base.noting(() => fact.workOut(key, cluster));
    // Each that asks is to know what was not read.
    if (missed.length === 0) known.set(key, { at, value });
    return value;
  }

  const cluster: Cluster & { readonly [mayChange]: true } = {
    [mayChange]: true,
    now: base.now,
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      const change = changesOf(resource)?.get(name, namespace);
      if (change === undefined) return base.get(resource, name, namespace);
      if (change === "gone") return { state: "absent" };
      return { state: "found", object: change };
    },
    lookup<R extends Resource>(index: Index<R>, key: string, scope: Scope) {
      const changed = changesOf(index.on);
      return listed(
        base.lookup(index, key, scope),
        changed && ((before) => changed.with(index, key, before)),
      );
    },
    list<R extends Resource>(resource: R, scope: Scope) {
      const changed = changesOf(resource);
      return listed(base.list(resource, scope), changed && ((before) => changed.all(scope, before)));
    },
    walkWith<R extends Resource>(index: Index<R>, key: string, scope: Scope) {
      const changed = changesOf(index.on);
      return walked(
        base.walkWith(index, key, scope),
        changed && ((before) => changed.with(index, key, before)),
      );
    },
    walkAll<R extends Resource>(resource: R, scope: Scope) {
      const changed = changesOf(resource);
      return walked(base.walkAll(resource, scope), changed && ((before) => changed.all(scope, before)));
    },
    serves: (resource) => base.serves(resource),
    isRead: (resource, scope) => base.isRead(resource, scope),
    noting: (work) => base.noting(work),
    otherOwner(ref) {
      const owner = base.otherOwner(ref);
      const isGone = owner.state === "found" && goneOwners.has(nameKey(refOf(owner.object)));
      return isGone ? { state: "absent" } : owner;
    },
    fact: factOf,
    resolve(ref) {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      return kind && cluster.get(kind.resource, ref.name, kind.namespaced ? ref.namespace : undefined);
    },
  };

  let remembered: Remembering | undefined;

  function memory(): Remembering {
    remembered ??= remembering({ base, now: cluster, changes, ties });
    return remembered;
  }

  function find(ref: ObjectRef): KubeObject | undefined {
    return objectOf(cluster.resolve(ref));
  }

  /** @param origin what it was before, where that is known */
  function put(object: KubeObject, origin?: KubeObject): void {
    const isOver = isTerminating(object) && (object.metadata.finalizers ?? []).length === 0;
    set(refOf(object), isOver ? "gone" : object, origin);
  }

  function bind(claim: KubeObject, to: ObjectRef): void {
    const volume = find(to);
    if (claim.kind !== "PersistentVolumeClaim" || volume?.kind !== "PersistentVolume") return;
    const [boundClaim, boundVolume] = boundPair(claim, volume);
    put(boundClaim, claim);
    put(boundVolume, volume);
  }

  function bindContent(snapshot: KubeObject, to: ObjectRef): void {
    const content = find(to);
    if (snapshot.kind !== "VolumeSnapshot" || content?.kind !== "VolumeSnapshotContent") return;
    const [boundSnapshot, bound] = boundContent(snapshot, content);
    put(boundSnapshot, snapshot);
    put(bound, content);
  }

  return {
    cluster,
    base,
    get changes() {
      return count;
    },
    find,
    near: (object) => memory().near(object),
    decision(controller, object) {
      if (goneOwners.size === 0) return memory().decision(controller, object);
      const found = find(object.ref);
      return found && controller.decide(found, cluster);
    },
    deleteObject(ref, added = []) {
      const object = find(ref);
      if (object === undefined || isTerminating(object)) return;
      const finalizers = [...(object.metadata.finalizers ?? []), ...added];
      const metadata = { ...object.metadata, finalizers, deletionTimestamp: timestamp(base.now) };
      put({ ...object, metadata }, object);
    },
    change(object) {
      // What is in a namespace keeps it, and none of its own finalizers.
      if (object.kind === "Namespace") set(refOf(object), object, undefined);
      else put(object);
    },
    removeObject(ref) {
      set(ref, "gone", find(ref));
    },
    apply(action) {
      const object = find(action.object);
      if (object === undefined) return;
      if (action.do === "delete") this.deleteObject(action.object);
      else if (action.do === "bind") bind(object, action.volume);
      else if (action.do === "bind-content") bindContent(object, action.content);
      else if (action.do !== "remove-finalizer" || hasFinalizer(object, action.finalizer))
        put(changedBy(object, action), object);
    },
  };
}

type After<T> = ((before: Iterable<T>) => Iterable<T>) | undefined;

/** What is listed, as it is after the changes. */
function listed<T>(before: Listed<T>, after: After<T>): Listed<T> {
  return before.read && after !== undefined ? { read: true, items: [...after(before.items)] } : before;
}

function walked<T>(before: Walked<T>, after: After<T>): Walked<T> {
  return before.read && after !== undefined ? { read: true, objects: after(before.objects) } : before;
}
