import type { AnyObject } from "../kubernetes/index.ts";
import { hashOf, keyOf } from "../kubernetes/index.ts";
import type { Numbers } from "./numbers.ts";
import type { Part, Path } from "./part.ts";
import type { Recipe } from "./recipes.ts";

/**
 * The objects of a reading, in an order that stays. An array is one; a store that makes each object when it is asked is
 * another, and may make it again each time: to know whether two are the same, compare names, not identity.
 */
export interface Items<T> extends Iterable<T> {
  readonly length: number;
  at(position: number): T | undefined;
  /** What a store can say of its objects without making them. */
  readonly columns?: Columns;
  /** Set when these are other items without some: what was worked out of those need not be worked out again. */
  readonly rest?: { readonly of: Items<T>; readonly without: ReadonlySet<number> };
}

export interface Columns {
  /** `hashOf(metadata.name)`. */
  nameHash(position: number): number;
  /** `hashOf(metadata.namespace ?? "")`. */
  namespaceHash(position: number): number;
  /** The same of all objects: both hashes, or those of the names alone where none has a namespace. */
  readonly nameHashes?: { readonly names: Numbers; readonly namespaces: Numbers | undefined };
  /** Every object of the part is in it; others can be, too. */
  isIn(part: Part, position: number): boolean;
  /** Parts of which it is noted whether an object is in them, at most 32; `partBits` has a bit for each, in their order. */
  readonly parts?: readonly Part[];
  partBits?(position: number): number;
  /** The keys that a recipe makes, where they were noted. They are handed over: a second time there are none. */
  takeKeys?(recipe: Recipe): NotedKeys | undefined;
  /**
   * For a position, the same number where objects have the same at all of these paths; `undefined` for an object that is not
   * known to be like another, and instead of a function where nothing was noted of the paths.
   */
  likenesses?(paths: readonly Path[]): ((position: number) => number | undefined) | undefined;
}

/** Hashes of keys, no key of an object twice, in the order of the positions of the objects. */
export interface NotedKeys {
  /** `hashOf` each key. */
  readonly hashes: Numbers;
  /** `checkOf` each key. */
  readonly checks: Numbers;
  /** Whether every object has one key, and none must be asked. */
  readonly isOneOfEach: boolean;
  /**
   * @param take `hashOf` a key, and `checkOf` it
   * @param ask the object at this position must be asked for its keys
   */
  each(take: (hash: number, check: number, position: number) => void, ask: (position: number) => void): void;
}

interface Name {
  readonly name: string;
  readonly namespace?: string;
}

/** The items but for those with one of some names. */
export function leavingOut<T extends AnyObject>(items: Items<T>, names: readonly Name[]): Items<T> {
  const left = positionsOf(items, names);
  if (left.size === 0) return items;
  if (!(items instanceof Rest)) return new Rest(items, left);
  const whole = [...left].map((position) => items.wholePosition(position));
  return new Rest(items.rest.of, new Set([...items.rest.without, ...whole]));
}

function positionsOf<T extends AnyObject>(items: Items<T>, names: readonly Name[]): ReadonlySet<number> {
  const keys = new Set(names.map(({ name, namespace = "" }) => keyOf(namespace, name)));
  const hashes = new Set(names.map(({ name }) => hashOf(name)));
  const { columns } = items;
  const found = new Set<number>();
  for (let position = 0; position < items.length; position++) {
    if (columns !== undefined && !hashes.has(columns.nameHash(position))) continue;
    const object = items.at(position);
    if (object === undefined) continue;
    if (keys.has(keyOf(object.metadata.namespace ?? "", object.metadata.name))) found.add(position);
  }
  return found;
}

class Rest<T> implements Items<T> {
  readonly length: number;
  readonly rest: { readonly of: Items<T>; readonly without: ReadonlySet<number> };
  readonly #gone: readonly number[];

  constructor(of: Items<T>, without: ReadonlySet<number>) {
    this.rest = { of, without };
    this.length = of.length - without.size;
    this.#gone = [...without].sort((a, b) => a - b);
  }

  wholePosition(position: number): number {
    let whole = position;
    for (const gone of this.#gone) {
      if (gone > whole) break;
      whole++;
    }
    return whole;
  }

  at(position: number): T | undefined {
    return this.rest.of.at(this.wholePosition(position));
  }

  *[Symbol.iterator](): Iterator<T> {
    const { of, without } = this.rest;
    for (let position = 0; position < of.length; position++) {
      if (without.has(position)) continue;
      const item = of.at(position);
      if (item !== undefined) yield item;
    }
  }
}
