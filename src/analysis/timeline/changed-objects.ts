import type { Index, Scope } from "../../cluster/index.ts";
import type { KubeObject, ObjectIn, Resource } from "../../kubernetes/index.ts";
import { keyOf } from "../../kubernetes/index.ts";

export type Change<R extends Resource = Resource> = ObjectIn<R> | "gone";

const texts = new WeakMap<KubeObject, string>();

/**
 * What was changed of one kind. A prediction can change thousands of objects: those with a key are found without a look
 * at the others.
 */
export class ChangedObjects<R extends Resource = Resource> {
  readonly #all = new Map<string, Change<R>>();
  /** For each index that was asked, by its keys; each in the order of the changes. */
  readonly #byIndex = new Map<Index<R>, Map<string, Map<string, ObjectIn<R>>>>();
  /** As they were before. */
  readonly #origins: ObjectIn<R>[] = [];
  /** For each index that was asked, the keys of all that was changed, before and since. */
  #ever: Map<Index<R>, Set<string>> | undefined;
  /** Of some it is not known what they were before. */
  #isNotKnown = false;
  #count = 0;

  /** How often something was changed. */
  get count(): number {
    return this.#count;
  }

  get(name: string, namespace: string | undefined): Change<R> | undefined {
    return this.#all.get(keyOf(namespace ?? "", name));
  }

  /** All that is told of one that was changed. */
  textOf(name: string, namespace: string | undefined): string | undefined {
    const change = this.get(name, namespace);
    if (change === undefined || change === "gone") return change;
    const text = texts.get(change) ?? JSON.stringify(change);
    texts.set(change, text);
    return text;
  }

  /** @param origin the object before, where it is known */
  set(name: string, namespace: string | undefined, change: Change<R>, origin: ObjectIn<R> | undefined): void {
    const place = keyOf(namespace ?? "", name);
    const before = this.#all.get(place);
    if (before === undefined) {
      if (origin === undefined) this.#isNotKnown = true;
      else this.#origins.push(origin);
    }
    for (const [index, keys] of this.#ever ?? []) {
      if (before === undefined) for (const key of keysOf(origin, index)) keys.add(key);
      for (const key of keysOf(change, index)) keys.add(key);
    }
    this.#all.set(place, change);
    this.#count++;
    for (const [index, byKey] of this.#byIndex) {
      const keys = keysOf(change, index);
      for (const key of keysOf(before, index)) if (!keys.includes(key)) byKey.get(key)?.delete(place);
      add(byKey, keys, place, change);
    }
  }

  /** Has any object been changed that had the key before, or has it since? */
  concerns(index: Index<R>, key: string): boolean {
    return this.#isNotKnown || this.#everWith(index).has(key);
  }

  /** What has the key now: what had it before and was not changed, and then what was changed. */
  *with(index: Index<R>, key: string, before: Iterable<ObjectIn<R>>): Iterable<ObjectIn<R>> {
    const changed = this.#indexed(index).get(key);
    yield* this.#unchanged(before);
    yield* changed?.values() ?? [];
  }

  /** The same of all objects of a scope. */
  *all(scope: Scope, before: Iterable<ObjectIn<R>>): Iterable<ObjectIn<R>> {
    yield* this.#unchanged(before);
    for (const change of this.#all.values()) if (change !== "gone" && lies(change, scope)) yield change;
  }

  *#unchanged(objects: Iterable<ObjectIn<R>>): Iterable<ObjectIn<R>> {
    for (const object of objects) {
      const { name, namespace } = object.metadata;
      if (this.get(name, namespace) === undefined) yield object;
    }
  }

  #everWith(index: Index<R>): ReadonlySet<string> {
    this.#ever ??= new Map();
    const known = this.#ever.get(index);
    if (known !== undefined) return known;
    const all = [...this.#origins, ...this.#all.values()];
    const keys = new Set(all.flatMap((change) => keysOf(change, index)));
    this.#ever.set(index, keys);
    return keys;
  }

  #indexed(index: Index<R>): ReadonlyMap<string, ReadonlyMap<string, ObjectIn<R>>> {
    const known = this.#byIndex.get(index);
    if (known !== undefined) return known;
    const byKey = new Map<string, Map<string, ObjectIn<R>>>();
    for (const [place, change] of this.#all) add(byKey, keysOf(change, index), place, change);
    this.#byIndex.set(index, byKey);
    return byKey;
  }
}

function keysOf<R extends Resource>(change: Change<R> | undefined, index: Index<R>): readonly string[] {
  return change === undefined || change === "gone" ? [] : index.keys(change);
}

function add<R extends Resource>(
  byKey: Map<string, Map<string, ObjectIn<R>>>,
  keys: readonly string[],
  place: string,
  change: Change<R>,
): void {
  if (change === "gone") return;
  for (const key of keys) {
    const there = byKey.get(key) ?? new Map<string, ObjectIn<R>>();
    byKey.set(key, there.set(place, change));
  }
}

function lies({ metadata }: KubeObject, scope: Scope): boolean {
  return scope.of === "cluster" || metadata.namespace === scope.namespace;
}
