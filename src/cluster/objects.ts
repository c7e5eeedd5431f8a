import type { KubeObject, ObjectIn, Resource } from "../kubernetes/index.ts";
import { hashOf } from "../kubernetes/index.ts";
import type { Index } from "./cluster.ts";
import type { Columns, Items } from "./items.ts";
import { checked, joined, Overlap, objectsAt } from "./overlap.ts";
import type { Part, Path } from "./part.ts";
import { isInPart } from "./part.ts";
import type { Entries } from "./table.ts";
import type { Tables } from "./tables.ts";
import { tablesOf } from "./tables.ts";

/** One list among those of a kind, whose positions begin where those of the list before it end. */
interface Segment<T> {
  readonly items: Items<T>;
  readonly begin: number;
  readonly tables: Tables;
}

/** What was read of a kind, in the order of the readings. */
export class Objects<R extends Resource = Resource> {
  readonly #segments: Segment<ObjectIn<R>>[] = [];
  readonly #overlap = new Overlap();
  #length = 0;

  constructor(lists: readonly Items<ObjectIn<R>>[]) {
    for (const { items, without } of joined(lists)) this.#append(items, without);
  }

  get(name: string, namespace: string | undefined): ObjectIn<R> | undefined {
    for (const position of this.#standing((tables) => tables.named(name, namespace))) {
      const object = this.#at(position);
      if (object !== undefined && isNamed(object, name, namespace)) return object;
    }
    return undefined;
  }

  lookup(index: Index<R>, key: string): readonly ObjectIn<R>[] {
    return this.#found(
      (tables) => tables.find(index, key),
      (object) => hasKey(object, index, key),
    );
  }

  /** As `lookup`, each made when its turn comes. */
  *eachWith(index: Index<R>, key: string): Iterable<ObjectIn<R>> {
    const only = this.#overlap.isEmpty ? this.#only : undefined;
    const belongs = (object: ObjectIn<R>) => hasKey(object, index, key);
    const places =
      only?.tables.walk(index, key) ?? this.#places((tables) => tables.find(index, key), belongs);
    for (const place of places) {
      const object = this.#at(place);
      if (object !== undefined && belongs(object)) yield object;
    }
  }

  inNamespace(namespace: string): readonly ObjectIn<R>[] {
    const hash = hashOf(namespace);
    return this.#found(
      (tables) => tables.namespaces().find(hash),
      (object) => object.metadata.namespace === namespace,
    );
  }

  /**
   * The places of the objects of which a key passes. No object is made for it where the keys were noted: see
   * `counter` for what is to be asked of them.
   */
  placesWith(index: Index<R>, passes: (hash: number, check: number) => boolean): ReadonlySet<number> {
    const places = new Set<number>();
    for (const { begin, tables } of this.#segments) {
      tables.keys(index).each((hash, check, position) => {
        if (passes(hash, check) && !this.#overlap.isVoid(begin + position))
          places.add(this.#overlap.placeOf(begin + position));
      });
    }
    return places;
  }

  /** Tells how many objects have the key with two hashes. It is not looked for more than `most`. */
  counter(index: Index<R>): (hash: number, check: number, most: number) => number {
    const counted = this.#segments.map(({ begin, tables }) => ({
      table: tables.of(index),
      isVoid: this.#overlap.isEmpty
        ? undefined
        : (position: number) => this.#overlap.isVoid(begin + position),
    }));
    const [only] = counted;
    if (only !== undefined && counted.length === 1)
      return (hash, check, most) => only.table.count(hash, check, most, only.isVoid);
    return (hash, check, most) => {
      let count = 0;
      for (const { table, isVoid } of counted) count += table.count(hash, check, most - count, isVoid);
      return count;
    };
  }

  /** The object that stands at a place; `undefined` for none. */
  atPlace(place: number): ObjectIn<R> | undefined {
    const position = this.#overlap.at(place);
    return position === undefined ? undefined : this.#at(position);
  }

  /** Those of the only list, if what it says of a position is true of the place. */
  columns(): Columns | undefined {
    return this.#overlap.isEmpty ? this.#only?.items.columns : undefined;
  }

  /** How many places there are. At some of them there is no longer an object. */
  get places(): number {
    return this.#length;
  }

  /** Every object of the part is in it; others can be, too. */
  mayBeIn(part: Part, place: number): boolean {
    const position = this.#overlap.at(place);
    const segment = position === undefined ? undefined : this.#segment(position);
    if (position === undefined || segment === undefined) return false;
    const { items, begin } = segment;
    if (items.columns !== undefined) return items.columns.isIn(part, position - begin);
    const object = items.at(position - begin);
    return object !== undefined && isInPart(part, object);
  }

  /** Every object of the namespace lies in it; others can, too. */
  mayLieIn(namespace: string, place: number): boolean {
    const position = this.#overlap.at(place);
    const segment = position === undefined ? undefined : this.#segment(position);
    if (position === undefined || segment === undefined) return false;
    return segment.tables.namespaceHash(position - segment.begin) === hashOf(namespace);
  }

  /** For a place, the same number where objects have the same at all of these paths; `undefined` where that was not noted. */
  likenesses(paths: readonly Path[]): (place: number) => number | undefined {
    const noted = this.#segments.map(({ items }) => items.columns?.likenesses?.(paths));
    const [first] = noted;
    if (noted.length === 1 && this.#overlap.isEmpty) return first ?? (() => undefined);
    return (place) => {
      const position = this.#overlap.at(place) ?? -1;
      const which = this.#segments.findLastIndex(({ begin }) => begin <= position);
      const number = noted[which]?.(position - (this.#segments[which]?.begin ?? 0));
      return number === undefined ? undefined : number * noted.length + which;
    };
  }

  all(): readonly ObjectIn<R>[] {
    return [...this.each()];
  }

  *each(): Iterable<ObjectIn<R>> {
    for (let place = 0; place < this.#length; place++) {
      const object = this.atPlace(place);
      if (object !== undefined) yield object;
    }
  }

  #append(items: Items<ObjectIn<R>>, without: ReadonlySet<number>): void {
    const begin = this.#length;
    const tables = tablesOf(items);
    // In the first list, only those can have the name of another that have its hash.
    const suspects = this.#segments.length === 0 ? tables.repeatedNames() : all(items.length);
    this.#segments.push({ items, begin, tables });
    this.#length += items.length;
    for (const position of without) this.#overlap.remove(begin + position);
    for (const position of suspects)
      if (!without.has(position)) this.#settle(begin + position, tables.nameHash(position));
  }

  #settle(position: number, hash: number): void {
    const named = this.#standing((tables) => tables.names().find(hash).positions);
    const others = named.filter((other) => other < position);
    const object = others.length === 0 ? undefined : this.#at(position);
    if (object === undefined) return;
    const { name, namespace } = object.metadata;
    const earlier = others.find((other) => {
      const before = this.#at(other);
      return before !== undefined && isNamed(before, name, namespace);
    });
    if (earlier !== undefined) this.#overlap.replace(earlier, position);
  }

  #standing(inEach: (tables: Tables) => readonly number[]): readonly number[] {
    const positions = this.#positions(inEach);
    return this.#overlap.isEmpty
      ? positions
      : positions.filter((position) => !this.#overlap.isVoid(position));
  }

  #found(
    entriesIn: (tables: Tables) => Entries,
    belongs: (object: ObjectIn<R>) => boolean,
  ): readonly ObjectIn<R>[] {
    const only = this.#only;
    if (only !== undefined && this.#overlap.isEmpty)
      return objectsAt(entriesIn(only.tables), only.items, belongs);
    return this.#places(entriesIn, belongs).flatMap((position) => this.#at(position) ?? []);
  }

  #places(
    entriesIn: (tables: Tables) => Entries,
    belongs: (object: ObjectIn<R>) => boolean,
  ): readonly number[] {
    const positions = this.#segments.flatMap(({ items, begin, tables }) =>
      checked(entriesIn(tables), items, belongs).map((position) => begin + position),
    );
    return this.#overlap.inOrder(positions);
  }

  #positions(inEach: (tables: Tables) => readonly number[]): readonly number[] {
    const only = this.#only;
    if (only !== undefined) return inEach(only.tables);
    return this.#segments.flatMap(({ begin, tables }) => inEach(tables).map((position) => begin + position));
  }

  #at(position: number): ObjectIn<R> | undefined {
    const segment = this.#segment(position);
    return segment?.items.at(position - segment.begin);
  }

  #segment(position: number): Segment<ObjectIn<R>> | undefined {
    return this.#only ?? this.#segments.findLast(({ begin }) => begin <= position);
  }

  get #only(): Segment<ObjectIn<R>> | undefined {
    return this.#segments.length === 1 ? this.#segments[0] : undefined;
  }
}

/** So many keys are looked through one by one. */
const fewKeys = 32;

const keySets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** A pod can name thousands of claims, and be found for each of them: an index that knows that gives the same list again. */
function hasKey(object: KubeObject, index: Index<Resource>, key: string): boolean {
  const keys = index.keys(object);
  if (keys.length <= fewKeys) return keys.includes(key);
  const known = keySets.get(keys) ?? new Set(keys);
  keySets.set(keys, known);
  return known.has(key);
}

function isNamed({ metadata }: KubeObject, name: string, namespace: string | undefined): boolean {
  return metadata.name === name && (metadata.namespace ?? "") === (namespace ?? "");
}

function* all(length: number): Iterable<number> {
  for (let position = 0; position < length; position++) yield position;
}
