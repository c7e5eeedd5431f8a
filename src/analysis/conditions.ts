import type { Objects, Path, Scope, WalkableCluster } from "../cluster/index.ts";
import { everywhere, inNamespace } from "../cluster/index.ts";
import type { Alike, Condition, Join, JoinWhose } from "../define/index.ts";
import type { KubeObject, Resource } from "../kubernetes/index.ts";
import { hashOf, isRecord, kindOf, own } from "../kubernetes/index.ts";

/** Where a condition may hold. */
export interface Where {
  /** Where it holds, the answer is yes. */
  holds(place: number): boolean;
  /** Elsewhere the answer is no: few places, or `undefined` for all. */
  readonly places?: ReadonlySet<number> | undefined;
}

const always: Where = { holds: () => true };
export const never: Where = { holds: () => false, places: new Set() };

/** Tells of all objects of a kind where a condition holds. What it works out for one rule serves the others. */
export class Conditions {
  readonly #cluster: WalkableCluster;
  readonly #namespace: string | undefined;
  readonly #known = new Map<Resource, Map<Condition, Where>>();

  constructor(cluster: WalkableCluster, namespace: string | undefined) {
    this.#cluster = cluster;
    this.#namespace = namespace;
  }

  where(condition: Condition, resource: Resource): Where {
    const known = this.#known.get(resource) ?? new Map<Condition, Where>();
    this.#known.set(resource, known);
    const where = known.get(condition) ?? this.#made(condition, resource);
    known.set(condition, where);
    return where;
  }

  #made(condition: Condition, resource: Resource): Where {
    if ("either" in condition) return someHold(condition.either.map((each) => this.where(each, resource)));
    if ("unread" in condition) return this.#isRead(condition.unread, resource) ? never : always;
    if ("key" in condition) return this.#joined(condition, resource);
    if (!condition.on.includes(resource)) return always;
    if ("paths" in condition) return this.#alike(condition, resource);
    const objects = this.#cluster.objects(resource);
    const columns = objects.columns();
    if (columns === undefined) return { holds: (place) => objects.mayBeIn(condition, place) };
    return { holds: (place) => columns.isIn(condition, place) };
  }

  /** What fails here would fail the rule too, and is told of it. */
  #joined(join: Join | JoinWhose, resource: Resource): Where {
    if (join.key.on !== resource || !this.#isRead(join.among.on, resource)) return always;
    try {
      const places = this.#places(join);
      return { places, holds: (place) => places.has(place) };
    } catch {
      return always;
    }
  }

  #places(join: Join | JoinWhose): ReadonlySet<number> {
    const objects = this.#cluster.objects(join.key.on);
    const others = this.#cluster.objects(join.among.on);
    if ("found" in join) return joinedPlaces(join, objects, others);
    const whose = this.where(join.whose, join.among.on);
    const some: KubeObject[] = [];
    for (let place = 0; place < others.places; place++) {
      const object = whose.holds(place) ? others.atPlace(place) : undefined;
      if (object !== undefined) some.push(object);
    }
    return placesNaming(some, join, objects);
  }

  #alike(alike: Alike, resource: Resource): Where {
    const objects = this.#cluster.objects(resource);
    const likenessAt = objects.likenesses(alike.paths);
    const answers = new Map<string | number, boolean>();
    const asked = (place: number, noted: number | undefined) => {
      const object = objects.atPlace(place);
      if (object === undefined) return false;
      const key = noted ?? keyOfAlike(alike, object);
      const answer = answers.get(key) ?? this.#isSuspect(alike, object);
      answers.set(key, answer);
      return answer;
    };
    return {
      holds(place) {
        const noted = likenessAt(place);
        return (noted === undefined ? undefined : answers.get(noted)) ?? asked(place, noted);
      },
    };
  }

  #isSuspect(alike: Alike, object: KubeObject): boolean {
    try {
      return alike.isSuspect(object, this.#cluster);
    } catch {
      return true;
    }
  }

  /** What lies in a namespace names only what lies in it too, or in none. */
  #isRead(other: Resource, resource: Resource): boolean {
    const isWithin = this.#namespace !== undefined && kindOf(resource).namespaced && kindOf(other).namespaced;
    const scope: Scope = isWithin ? inNamespace(this.#namespace ?? "") : everywhere;
    return this.#cluster.unreadIn(other, scope) === undefined;
  }
}

/** Where one of them holds. */
export function someHold(all: readonly Where[]): Where {
  if (all.includes(always)) return always;
  const [first = never, ...others] = all.filter((where) => where !== never);
  return others.reduce(
    (one, other) => ({
      holds: (place) => one.holds(place) || other.holds(place),
      places: one.places && other.places && new Set([...one.places, ...other.places]),
    }),
    first,
  );
}

/** Where all of them hold. */
export function allHold(all: readonly Where[]): Where {
  if (all.includes(never)) return never;
  const [first = always, ...others] = all.filter((where) => where !== always);
  return others.reduce(
    (one, other) => ({
      holds: (place) => one.holds(place) && other.holds(place),
      places: fewer(one.places, other.places),
    }),
    first,
  );
}

function fewer(one: Where["places"], other: Where["places"]): Where["places"] {
  if (one === undefined || other === undefined) return one ?? other;
  return one.size < other.size ? one : other;
}

/** Equal for two objects whose values at all of the paths are the same. */
export function keyOfAlike({ paths }: Pick<Alike, "paths">, object: KubeObject): string {
  return JSON.stringify(paths.map((path) => valueAt(object, path) ?? null));
}

export function valueAt(object: unknown, path: Path): unknown {
  let value = object;
  for (const field of path) value = isRecord(value) ? own(value, field) : undefined;
  return value;
}

/**
 * The places of the objects of which one key at least is found so often. An object without a key is not among
 * them. Keys are compared by 64 bits.
 */
export function joinedPlaces(
  { key, among, found }: Join,
  objects: Objects,
  others: Objects,
): ReadonlySet<number> {
  const count = others.counter(among);
  switch (found) {
    case "none":
      return objects.placesWith(key, (hash, check) => count(hash, check, 1) === 0);
    case "some":
      return objects.placesWith(key, (hash, check) => count(hash, check, 1) > 0);
    case "another":
      return objects.placesWith(key, (hash, check) => count(hash, check, 2) > 1);
  }
}

/** The places of the objects of which some key is one of these others. By one hash, so that there can be more. */
function placesNaming(
  others: readonly KubeObject[],
  { key, among }: Pick<Join, "key" | "among">,
  objects: Objects,
): ReadonlySet<number> {
  if (others.length === 0) return new Set();
  const hashes = new Set(others.flatMap((other) => among.keys(other).map(hashOf)));
  return objects.placesWith(key, (hash) => hashes.has(hash));
}
