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

/** May the condition hold of the object at this place? Where it holds, the answer is yes. */
export type Holds = (place: number) => boolean;

export const always: Holds = () => true;
export const never: Holds = () => false;

/** Tells of all objects of a kind where a condition holds. What it works out for one rule serves the others. */
export class Conditions {
  readonly #cluster: WalkableCluster;
  readonly #namespace: string | undefined;
  readonly #known = new Map<Resource, Map<Condition, Holds>>();

  constructor(cluster: WalkableCluster, namespace: string | undefined) {
    this.#cluster = cluster;
    this.#namespace = namespace;
  }

  where(condition: Condition, resource: Resource): Holds {
    const known = this.#known.get(resource) ?? new Map<Condition, Holds>();
    this.#known.set(resource, known);
    const holds = known.get(condition) ?? this.#made(condition, resource);
    known.set(condition, holds);
    return holds;
  }

  #made(condition: Condition, resource: Resource): Holds {
    if ("either" in condition) return someHold(condition.either.map((each) => this.where(each, resource)));
    if ("unread" in condition) return this.#isRead(condition.unread, resource) ? never : always;
    if ("key" in condition) return this.#joined(condition, resource);
    if (!condition.on.includes(resource)) return always;
    if ("paths" in condition) return this.#alike(condition, resource);
    const objects = this.#cluster.objects(resource);
    const columns = objects.columns();
    if (columns === undefined) return (place) => objects.mayBeIn(condition, place);
    return (place) => columns.isIn(condition, place);
  }

  #joined(join: Join | JoinWhose, resource: Resource): Holds {
    if (join.key.on !== resource || !this.#isRead(join.among.on, resource)) return always;
    let places: Holds | undefined;
    return (place) => {
      places ??= this.#among(join);
      return places(place);
    };
  }

  /** What fails here would fail the rule too, and is told of it. */
  #among(join: Join | JoinWhose): Holds {
    try {
      const places = new Set(this.#places(join));
      return (place) => places.has(place);
    } catch {
      return always;
    }
  }

  #places(join: Join | JoinWhose): readonly number[] {
    const objects = this.#cluster.objects(join.key.on);
    const others = this.#cluster.objects(join.among.on);
    if ("found" in join) return joinedPlaces(join, objects, others);
    const holds = this.where(join.whose, join.among.on);
    const some: KubeObject[] = [];
    for (let place = 0; place < others.places; place++) {
      const object = holds(place) ? others.atPlace(place) : undefined;
      if (object !== undefined) some.push(object);
    }
    return placesNaming(some, join, objects);
  }

  #alike(alike: Alike, resource: Resource): Holds {
    const objects = this.#cluster.objects(resource);
    const answers = new Map<string | number, boolean>();
    return (place) => {
      const noted = objects.likeness(alike.paths, place);
      const known = noted === undefined ? undefined : answers.get(noted);
      if (known !== undefined) return known;
      const object = objects.atPlace(place);
      if (object === undefined) return false;
      const key = noted ?? alikeKey(alike, object);
      const answer = answers.get(key) ?? this.#isSuspect(alike, object);
      answers.set(key, answer);
      return answer;
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

function someHold(all: readonly Holds[]): Holds {
  if (all.includes(always)) return always;
  const [first = never, ...others] = all.filter((holds) => holds !== never);
  return others.length === 0 ? first : (place) => first(place) || others.some((holds) => holds(place));
}
