import type { KubeObject, ObjectIn, ObjectRef, OtherObject, Resource } from "../kubernetes/index.ts";
import type { Part } from "./part.ts";
import type { Recipe } from "./recipes.ts";
import type { Scope, Unread } from "./snapshot.ts";

/** The answer to a question about one object. */
export type Found<T> =
  | { readonly state: "found"; readonly object: T }
  | { readonly state: "absent" }
  | { readonly state: "unread"; readonly unread: Unread };

/**
 * The answer to a question about an owner of a kind that pvguard has no definition of. The garbage collector can look it up
 * unless its kind is not served, or is out of its reach.
 */
export type OtherOwner =
  | Found<OtherObject>
  | { readonly state: "not asked for" | "not served" | "out of reach" };

/** The answer to a question about many objects. An unread answer has no items, not zero items. */
export type Listed<T> =
  | { readonly read: true; readonly items: readonly T[] }
  | { readonly read: false; readonly unread: Unread };

/** The answer to a question about many objects, of which none is there before its turn comes. */
export type Walked<T> =
  | { readonly read: true; readonly objects: Iterable<T> }
  | { readonly read: false; readonly unread: Unread };

/** What was worked out, and what was not read for it. */
export interface Noted<T> {
  readonly value: T;
  readonly missed: readonly Unread[];
}

/**
 * A way to look objects up by something else than their name: which keys an object answers to.
 * An index is built once per snapshot, when it is first asked.
 */
export interface Index<R extends Resource> {
  readonly name: string;
  readonly on: R;
  /** Objects outside of this part have no key, so that they need not be looked at. */
  readonly only?: Part;
  /** What the keys are made of, where it can be said: the same ones as `keys`, in whatever order. */
  readonly made?: Recipe;
  /** Of many objects, a caller that asks this one will ask these, too: they are made in one walk if this one is among them. */
  readonly together?: () => readonly Index<R>[];
  keys(object: ObjectIn<R>): readonly string[];
}

/** Questions over one snapshot. Every question says how far it looks, so that it can say that it could not. */
export interface Cluster {
  /** Milliseconds since the epoch: the moment for which the snapshot stands. */
  readonly now: number;
  get<R extends Resource>(resource: R, name: string, namespace?: string): Found<ObjectIn<R>>;
  /** The objects with this key. `scope` is what must have been read for the answer to be complete. */
  lookup<R extends Resource>(index: Index<R>, key: string, scope: Scope): Listed<ObjectIn<R>>;
  /** Last resort: all objects of a kind. */
  list<R extends Resource>(resource: R, scope: Scope): Listed<ObjectIn<R>>;
  /** As `lookup`, for a caller that needs only some of them, or one after the other, where there can be very many. */
  walkWith<R extends Resource>(index: Index<R>, key: string, scope: Scope): Walked<ObjectIn<R>>;
  /** The same of `list`. */
  walkAll<R extends Resource>(resource: R, scope: Scope): Walked<ObjectIn<R>>;
  /** Does the cluster have this API at all? Where it has not, there are no such objects, and no controller that acts on them. */
  serves(resource: Resource): "yes" | "no" | "not-known";
  /** Was all of it read? The question itself asks for nothing. */
  isRead(resource: Resource, scope: Scope): boolean;
  /** As if it were worked out now. */
  fact<T>(fact: Fact<T>, key: string): T;
  /** What a reference points at, by name; the caller compares the uid. `undefined`: a kind that pvguard does not read. */
  resolve(ref: ObjectRef): Found<KubeObject> | undefined;
  /** An owner of a kind that pvguard has no definition of, by this name. */
  otherOwner(ref: ObjectRef): OtherOwner;
  /** Does something, and notes the questions that could not be answered meanwhile, for lack of what was not read. */
  noting<T>(work: () => T): Noted<T>;
}

export const everywhere: Scope = { of: "cluster" };

export function inNamespace(namespace: string): Scope {
  return { of: "namespace", namespace };
}

/** Is there any object for which this holds? */
export function someOf<T>(objects: Iterable<T>, holds: (object: T) => boolean = () => true): boolean {
  for (const object of objects) if (holds(object)) return true;
  return false;
}

/** So many of them at most; of the others none is made. */
export function firstOf<T>(objects: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const object of objects) {
    first.push(object);
    if (first.length === most) break;
  }
  return first;
}

/**
 * An answer that many objects ask for and few different keys lead to, such as whether a driver is installed. It is
 * worked out once for each key, and again when an object of the kinds it comes from has changed.
 */
export interface Fact<T> {
  readonly name: string;
  /** Every kind that `workOut` asks about. */
  readonly from: readonly Resource[];
  workOut(key: string, cluster: Cluster): T;
}

/** What was read. That a list was not read is noted by the cluster that was asked: see `noting`. */
export function itemsOf<T>(listed: Listed<T>): readonly T[] {
  return listed.read ? listed.items : [];
}

/** What was not read of these lists. */
export function unreadOf(all: readonly Listed<unknown>[]): readonly Unread[] {
  return all.flatMap((listed) => (listed.read ? [] : [listed.unread]));
}

/** The object, where one was found. That it was not read is noted by the cluster that was asked: see `noting`. */
export function objectOf<T>(found: Found<T> | undefined): T | undefined {
  return found?.state === "found" ? found.object : undefined;
}
