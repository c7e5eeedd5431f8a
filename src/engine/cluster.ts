import {
  type Cluster,
  type Found,
  type Index,
  type KubeObject,
  kindNamed,
  type Listed,
  type ObjectIn,
  type ObjectRef,
  type Reading,
  type Resource,
  type Scope,
  type Snapshot,
  type Unread,
} from "../model/index.ts";
import { type Coverage, coverageOf } from "./coverage.ts";

type Table = ReadonlyMap<string, readonly KubeObject[]>;

const objectKey = (name: string, namespace: string | undefined) => `${namespace ?? ""}/${name}`;

/**
 * Answers questions over a snapshot from indexes that are built when they are first asked.
 *
 * @param onUnread hears of every question that the snapshot could not answer, so that it can be collected
 */
export function createCluster(snapshot: Snapshot, onUnread: (unread: Unread) => void = () => {}): Cluster {
  const readings = groupByResource(snapshot.readings);
  const objects = new Map<Resource, readonly KubeObject[]>();
  const names = new Map<Resource, Table>();
  const tables = new Map<Index<Resource>, Table>();

  const objectsOf = memo(objects, (resource: Resource) =>
    distinct((readings.get(resource) ?? []).flatMap((reading) => (reading.read ? reading.items : []))),
  );
  const byName = memo(names, (resource: Resource) =>
    tabulate(objectsOf(resource), ({ metadata }) => [objectKey(metadata.name, metadata.namespace)]),
  );
  const byIndex = memo(tables, (index: Index<Resource>) =>
    tabulate(objectsOf(index.on), (object) => index.keys(object as ObjectIn<Resource>)),
  );

  const coverage = memo(new Map<Resource, Coverage>(), (resource: Resource) =>
    coverageOf(readings.get(resource) ?? []),
  );

  function missing(resource: Resource, scope: Scope): Unread | undefined {
    const covered = coverage(resource);
    if (covered.answers(scope)) return undefined;
    const unread = covered.unmet({ resource, scope });
    if (unread !== undefined) onUnread(unread);
    return unread;
  }

  const cluster: Cluster = {
    now: Date.parse(snapshot.takenAt),
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      const object = byName(resource).get(objectKey(name, namespace))?.[0];
      if (object !== undefined) return { state: "found", object: object as ObjectIn<R> };
      const unread = missing(resource, {
        of: "object",
        name,
        ...(namespace === undefined ? {} : { namespace }),
      });
      return unread === undefined ? { state: "absent" } : { state: "unread", unread };
    },
    lookup<R extends Resource>(index: Index<R>, key: string, scope: Scope): Listed<ObjectIn<R>> {
      const unread = missing(index.on, scope);
      if (unread !== undefined) return { read: false, unread };
      // An index is only ever given objects of the resource it is on.
      const table = byIndex(index as unknown as Index<Resource>);
      return { read: true, items: (table.get(key) ?? []) as readonly ObjectIn<R>[] };
    },
    list<R extends Resource>(resource: R, scope: Scope): Listed<ObjectIn<R>> {
      const unread = missing(resource, scope);
      if (unread !== undefined) return { read: false, unread };
      const all = objectsOf(resource);
      const items = scope.of === "cluster" ? all : all.filter((object) => isWithin(object, scope));
      return { read: true, items: items as unknown as readonly ObjectIn<R>[] };
    },
    serves(resource: Resource) {
      const of = readings.get(resource) ?? [];
      if (of.some((reading) => reading.read)) return "yes";
      return of.some((reading) => !reading.read && reading.reason === "NotServed") ? "no" : "not-known";
    },
    resolve(ref: ObjectRef): Found<KubeObject> | undefined {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      return kind && cluster.get(kind.resource, ref.name, kind.namespaced ? ref.namespace : undefined);
    },
  };
  return cluster;
}

function isWithin(object: KubeObject, scope: Scope): boolean {
  switch (scope.of) {
    case "cluster":
      return true;
    case "namespace":
    case "about":
      return object.metadata.namespace === scope.namespace;
    case "object":
      return object.metadata.name === scope.name && object.metadata.namespace === scope.namespace;
  }
}

function memo<K, V>(known: Map<K, V>, make: (key: K) => V): (key: K) => V {
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}

function groupByResource(readings: readonly Reading[]): ReadonlyMap<Resource, readonly Reading[]> {
  const groups = new Map<Resource, Reading[]>();
  for (const reading of readings) {
    const group = groups.get(reading.resource);
    if (group === undefined) groups.set(reading.resource, [reading]);
    else group.push(reading);
  }
  return groups;
}

/** Readings may overlap: an object that two of them hold counts once, as the later one saw it. */
function distinct(objects: readonly KubeObject[]): readonly KubeObject[] {
  const last = new Map<string, KubeObject>();
  for (const object of objects) last.set(objectKey(object.metadata.name, object.metadata.namespace), object);
  return last.size === objects.length ? objects : [...last.values()];
}

function tabulate(objects: readonly KubeObject[], keysOf: (object: KubeObject) => readonly string[]): Table {
  const table = new Map<string, KubeObject[]>();
  for (const object of objects) {
    for (const key of new Set(keysOf(object))) {
      const row = table.get(key);
      if (row === undefined) table.set(key, [object]);
      else row.push(object);
    }
  }
  return table;
}
