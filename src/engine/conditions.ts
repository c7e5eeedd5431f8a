import {
  everywhere,
  inNamespace,
  type KubeObject,
  kindOf,
  type ObjectIn,
  type Resource,
  type Scope,
} from "../model/index.ts";
import { alikeKey } from "./alike.ts";
import type { WalkableCluster } from "./cluster.ts";
import type { Alike, Condition, JoinWhose } from "./condition.ts";
import { type Join, joinedPlaces, placesNaming } from "./joins.ts";

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
      const key = noted ?? alikeKey(alike, object);
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
      return alike.isSuspect(object as ObjectIn<Resource>, this.#cluster);
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
