import {
  type Action,
  type Cluster,
  type Found,
  hasFinalizer,
  type Index,
  isTerminating,
  type KubeObject,
  keyOf,
  kindNamed,
  type Listed,
  type ObjectIn,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Resource,
  refOf,
  type Scope,
  timestamp,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
  type Walked,
} from "../model/index.ts";
import { boundContent, boundPair, changedBy } from "./change.ts";

/** A cluster on which actions can be carried out without touching the snapshot below it. */
export interface World {
  readonly cluster: Cluster;
  /** How often it was changed: as long as this stays, so do all answers. */
  readonly changes: number;
  find(ref: ObjectRef): KubeObject | undefined;
  /** A DELETE request: the object gets a deletionTimestamp, or goes when no finalizer holds it. */
  deleteObject(ref: ObjectRef): void;
  /** The object is as given from now on. */
  change(object: KubeObject): void;
  /** The object is no more, whatever held it. */
  removeObject(ref: ObjectRef): void;
  apply(action: Action): void;
}

type Change = KubeObject | "gone";

export function createWorld(base: Cluster): World {
  /** Most kinds are never changed: what is asked of them is asked of the cluster below. */
  const changes = new Map<Resource, Map<string, Change>>();
  let count = 0;

  function set(ref: ObjectRef, change: Change): void {
    const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
    if (resource === undefined) return;
    count++;
    const ofKind = changes.get(resource) ?? new Map<string, Change>();
    changes.set(resource, ofKind.set(keyOf(ref.namespace ?? "", ref.name), change));
  }

  const cluster: Cluster = {
    now: base.now,
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      const change = changes.get(resource)?.get(keyOf(namespace ?? "", name));
      if (change === undefined) return base.get(resource, name, namespace);
      if (change === "gone") return { state: "absent" };
      return { state: "found", object: change as unknown as ObjectIn<R> };
    },
    lookup<R extends Resource>(index: Index<R>, key: string, scope: Scope) {
      return listed(base.lookup(index, key, scope), changes.get(index.on), (object) =>
        index.keys(object as unknown as ObjectIn<R>).includes(key),
      );
    },
    list: (resource, scope) =>
      listed(base.list(resource, scope), changes.get(resource), (object) => lies(object, scope)),
    walkWith<R extends Resource>(index: Index<R>, key: string, scope: Scope) {
      return walked(base.walkWith(index, key, scope), changes.get(index.on), (object) =>
        index.keys(object as unknown as ObjectIn<R>).includes(key),
      );
    },
    walkAll: (resource, scope) =>
      walked(base.walkAll(resource, scope), changes.get(resource), (object) => lies(object, scope)),
    serves: (resource) => base.serves(resource),
    fact: (fact, key) =>
      fact.from.some((resource) => changes.has(resource)) ? fact.workOut(key, cluster) : base.fact(fact, key),
    resolve(ref) {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      return kind && cluster.get(kind.resource, ref.name, kind.namespaced ? ref.namespace : undefined);
    },
  };

  function find(ref: ObjectRef): KubeObject | undefined {
    const found = cluster.resolve(ref);
    return found?.state === "found" ? found.object : undefined;
  }

  function put(object: KubeObject): void {
    const isOver = isTerminating(object) && (object.metadata.finalizers ?? []).length === 0;
    set(refOf(object), isOver ? "gone" : object);
  }

  function bind(claim: PersistentVolumeClaim, to: ObjectRef): void {
    const volume = find(to);
    if (volume !== undefined) for (const side of boundPair(claim, volume as PersistentVolume)) put(side);
  }

  function bindContent(snapshot: VolumeSnapshot, to: ObjectRef): void {
    const content = find(to);
    if (content !== undefined)
      for (const side of boundContent(snapshot, content as VolumeSnapshotContent)) put(side);
  }

  return {
    cluster,
    get changes() {
      return count;
    },
    find,
    deleteObject(ref) {
      const object = find(ref);
      if (object === undefined || isTerminating(object)) return;
      put({ ...object, metadata: { ...object.metadata, deletionTimestamp: timestamp(base.now) } });
    },
    change: put,
    removeObject(ref) {
      set(ref, "gone");
    },
    apply(action) {
      const object = find(action.object);
      if (object === undefined) return;
      if (action.do === "delete") this.deleteObject(action.object);
      else if (action.do === "bind") bind(object as PersistentVolumeClaim, action.volume);
      else if (action.do === "bind-content") bindContent(object as VolumeSnapshot, action.content);
      else if (action.do !== "remove-finalizer" || hasFinalizer(object, action.finalizer))
        put(changedBy(object, action));
    },
  };
}

type Changes = ReadonlyMap<string, Change> | undefined;

/** What is listed, as it is after the changes. */
function listed<T>(before: Listed<T>, changes: Changes, belongs: (object: KubeObject) => boolean): Listed<T> {
  if (!before.read || changes === undefined) return before;
  return { read: true, items: [...merged(before.items, changes, belongs)] };
}

function walked<T>(before: Walked<T>, changes: Changes, belongs: (object: KubeObject) => boolean): Walked<T> {
  if (!before.read || changes === undefined) return before;
  return { read: true, objects: merged(before.objects, changes, belongs) };
}

/** What was changed comes last. */
function* merged<T>(
  objects: Iterable<T>,
  changes: NonNullable<Changes>,
  belongs: (object: KubeObject) => boolean,
): Iterable<T> {
  for (const object of objects) {
    const { metadata } = object as unknown as KubeObject;
    if (!changes.has(keyOf(metadata.namespace ?? "", metadata.name))) yield object;
  }
  // Of the kind that was asked for.
  for (const change of changes.values())
    if (change !== "gone" && belongs(change)) yield change as unknown as T;
}

function lies({ metadata }: KubeObject, scope: Scope): boolean {
  return scope.of === "cluster" || metadata.namespace === scope.namespace;
}
