import {
  type Action,
  type Cluster,
  type Found,
  hasFinalizer,
  type Index,
  isTerminating,
  type KubeObject,
  kindNamed,
  kindOf,
  type Listed,
  nameKey,
  type ObjectIn,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Resource,
  refOf,
  timestamp,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../model/index.ts";
import { boundContent, boundPair, changedBy } from "./change.ts";

/** A cluster on which actions can be carried out without touching the snapshot below it. */
export interface World {
  readonly cluster: Cluster;
  find(ref: ObjectRef): KubeObject | undefined;
  /** A DELETE request: the object gets a deletionTimestamp, or goes when no finalizer holds it. */
  deleteObject(ref: ObjectRef): void;
  /** The object is as given from now on. */
  change(object: KubeObject): void;
  /** The object is no more, whatever held it. */
  removeObject(ref: ObjectRef): void;
  apply(action: Action): void;
}

export function createWorld(base: Cluster): World {
  const changes = new Map<string, KubeObject | "gone">();
  const keyOf = (object: KubeObject) => nameKey(refOf(object));
  const isUnchanged = (object: KubeObject) => !changes.has(keyOf(object));

  /** Most kinds are never changed: their lists are handed on as they are. */
  const touched = new Set<Resource | undefined>();
  const set = (ref: ObjectRef, change: KubeObject | "gone") => {
    touched.add(kindNamed(ref.apiVersion, ref.kind)?.resource);
    changes.set(nameKey(ref), change);
  };

  function changedOf(resource: Resource): readonly KubeObject[] {
    return [...changes.values()].filter(
      (change): change is KubeObject =>
        change !== "gone" && kindNamed(change.apiVersion, change.kind)?.resource === resource,
    );
  }

  const cluster: Cluster = {
    now: base.now,
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      if (!touched.has(resource)) return base.get(resource, name, namespace);
      const change = changes.get(nameKey(refTo(resource, name, namespace)));
      if (change === "gone") return { state: "absent" };
      if (change !== undefined) return { state: "found", object: change as unknown as ObjectIn<R> };
      return base.get(resource, name, namespace);
    },
    lookup<R extends Resource>(index: Index<R>, key: string, scope: Parameters<Cluster["lookup"]>[2]) {
      const listed = base.lookup(index, key, scope);
      if (!touched.has(index.on)) return listed;
      return merged(listed, changedOf(index.on) as unknown as readonly ObjectIn<R>[], (object) =>
        index.keys(object).includes(key),
      );
    },
    list<R extends Resource>(resource: R, scope: Parameters<Cluster["list"]>[1]) {
      const listed = base.list(resource, scope);
      if (!touched.has(resource)) return listed;
      return merged(listed, changedOf(resource) as unknown as readonly ObjectIn<R>[], (object) =>
        scope.of === "cluster"
          ? true
          : (object as unknown as KubeObject).metadata.namespace === scope.namespace,
      );
    },
    serves: (resource) => base.serves(resource),
    resolve(ref) {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      return kind && cluster.get(kind.resource, ref.name, kind.namespaced ? ref.namespace : undefined);
    },
  };

  function merged<T>(listed: Listed<T>, changed: readonly T[], belongs: (object: T) => boolean): Listed<T> {
    if (!listed.read) return listed;
    const kept = listed.items.filter((object) => isUnchanged(object as unknown as KubeObject));
    return { read: true, items: [...kept, ...changed.filter(belongs)] };
  }

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

function refTo(resource: Resource, name: string, namespace: string | undefined): ObjectRef {
  const { kind } = kindOf(resource);
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}
