import type { KubeObject, ObjectIn, ObjectRef, Resource } from "../kubernetes/index.ts";
import { kindNamed } from "../kubernetes/index.ts";
import type { Cluster, Fact, Found, Index, Listed, Noted, Walked } from "./cluster.ts";
import type { Coverage } from "./coverage.ts";
import { coverageOf } from "./coverage.ts";
import { Objects } from "./objects.ts";
import type { OwnersAsked } from "./other-owners.ts";
import { OtherOwners } from "./other-owners.ts";
import type { Reading, Scope, Snapshot, Unread } from "./snapshot.ts";

/** A cluster whose objects can also be gone through one by one, so that not all of them need be there at a time. */
export interface WalkableCluster extends Cluster {
  /** `undefined`: all of the scope was read. Only the caller is told. */
  unreadIn(resource: Resource, scope: Scope): Unread | undefined;
  /** What was read of a kind, whatever the scope. */
  objects<R extends Resource>(resource: R): Objects<R>;
}

/**
 * Answers questions over a snapshot from indexes that are built when they are first asked.
 *
 * @param onUnread hears of every question that the snapshot could not answer, so that it can be collected
 * @param asked whether owners of kinds without a definition count among them
 */
export function createCluster(
  snapshot: Snapshot,
  onUnread: (unread: Unread) => void = () => {},
  asked: OwnersAsked = "not asked for",
): WalkableCluster {
  const readings = groupByResource(snapshot.readings);
  const objects = memo(
    new Map<Resource, Objects>(),
    (resource: Resource) =>
      new Objects((readings.get(resource) ?? []).flatMap((reading) => (reading.read ? [reading.items] : []))),
  );
  // Those of the readings of a resource are objects of it.
  const objectsOf = <R extends Resource>(resource: R) => objects(resource) as Objects<R>;
  const coverage = memo(new Map<Resource, Coverage>(), (resource: Resource) =>
    coverageOf(readings.get(resource) ?? []),
  );

  const facts = new Facts(onUnread);

  const owners = new OtherOwners(snapshot, asked, (unread) => facts.miss(unread));

  function missing(resource: Resource, scope: Scope): Unread | undefined {
    const covered = coverage(resource);
    if (covered.answers(scope)) return undefined;
    const unread = covered.unmet({ resource, scope });
    if (unread !== undefined) facts.miss(unread);
    return unread;
  }

  function within<R extends Resource>(resource: R, scope: Scope): readonly ObjectIn<R>[] {
    const objects = objectsOf(resource);
    switch (scope.of) {
      case "cluster":
        return objects.all();
      case "namespace":
      case "about":
        return objects.inNamespace(scope.namespace);
      case "object": {
        const object = objects.get(scope.name, scope.namespace);
        return object === undefined ? [] : [object];
      }
    }
  }

  const cluster: WalkableCluster = {
    now: Date.parse(snapshot.takenAt),
    get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>> {
      // As of a claim that names no volume: there is none to read.
      if (name === "") return { state: "absent" };
      const object = objectsOf(resource).get(name, namespace);
      if (object !== undefined) return { state: "found", object };
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
      return { read: true, items: objectsOf(index.on).lookup(index, key) };
    },
    walkWith<R extends Resource>(index: Index<R>, key: string, scope: Scope): Walked<ObjectIn<R>> {
      const unread = missing(index.on, scope);
      if (unread !== undefined) return { read: false, unread };
      return { read: true, objects: objectsOf(index.on).eachWith(index, key) };
    },
    walkAll<R extends Resource>(resource: R, scope: Scope): Walked<ObjectIn<R>> {
      const unread = missing(resource, scope);
      if (unread !== undefined) return { read: false, unread };
      const objects = scope.of === "cluster" ? objectsOf(resource).each() : within(resource, scope);
      return { read: true, objects };
    },
    list<R extends Resource>(resource: R, scope: Scope): Listed<ObjectIn<R>> {
      const unread = missing(resource, scope);
      if (unread !== undefined) return { read: false, unread };
      return { read: true, items: within(resource, scope) };
    },
    unreadIn: (resource, scope) => coverage(resource).unmet({ resource, scope }),
    objects: objectsOf,
    isRead: (resource, scope) => coverage(resource).answers(scope),
    fact: (fact, key) => facts.of(fact, key, cluster),
    noting: (work) => facts.noting(work),
    serves(resource: Resource) {
      const of = readings.get(resource) ?? [];
      if (of.some((reading) => reading.read)) return "yes";
      return of.some((reading) => !reading.read && reading.reason === "NotServed") ? "no" : "not-known";
    },
    otherOwner: (ref) => owners.get(ref),
    resolve(ref: ObjectRef): Found<KubeObject> | undefined {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      return kind && cluster.get(kind.resource, ref.name, kind.namespaced ? ref.namespace : undefined);
    },
  };
  return cluster;
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

/** From so many on, those of a namespace are told as all that it has: a fact can be about thousands of objects, and each asks. */
const many = 20;

/** The same misses, each once, and the events about many objects of a namespace as all of its events. */
function inFew(missed: readonly Unread[]): readonly Unread[] {
  const once = [...new Map(missed.map((each) => [JSON.stringify(each), each])).values()];
  const counts = new Map<string, number>();
  for (const { scope } of once)
    if (scope.of === "about") counts.set(scope.namespace, (counts.get(scope.namespace) ?? 0) + 1);
  const wide = once.map((each): Unread => {
    const { scope } = each;
    if (scope.of !== "about" || (counts.get(scope.namespace) ?? 0) < many) return each;
    return { ...each, scope: { of: "namespace", namespace: scope.namespace } };
  });
  return [...new Map(wide.map((each) => [JSON.stringify(each), each])).values()];
}

/** Facts that were worked out before, and what they could not see. */
class Facts {
  /** What was not read for one: every caller is told, not only the first. */
  readonly #known = new Map<Fact<unknown>, Map<string, Noted<unknown>>>();
  /** One for each that notes: one can be within another. */
  readonly #open: Unread[][] = [];
  readonly #onUnread: (unread: Unread) => void;

  constructor(onUnread: (unread: Unread) => void) {
    this.#onUnread = onUnread;
  }

  miss(unread: Unread): void {
    for (const missed of this.#open) missed.push(unread);
    this.#onUnread(unread);
  }

  noting<T>(work: () => T): Noted<T> {
    const missed: Unread[] = [];
    this.#open.push(missed);
    try {
      return { value: work(), missed };
    } finally {
      this.#open.pop();
    }
  }

  of<T>(fact: Fact<T>, key: string, cluster: Cluster): T {
    const before = this.#known.get(fact)?.get(key);
    for (const unread of before?.missed ?? []) this.miss(unread);
    // Only what this fact worked out is known under it.
    if (before !== undefined) return before.value as T;
    const { value, missed } = this.noting(() => fact.workOut(key, cluster));
    const known = this.#known.get(fact) ?? new Map<string, Noted<unknown>>();
    this.#known.set(fact, known.set(key, { value, missed: inFew(missed) }));
    return value;
  }
}
