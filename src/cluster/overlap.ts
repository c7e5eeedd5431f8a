import type { Items } from "./items.ts";
import type { Entries } from "./table.ts";

/** Readings may overlap: an object that two of them hold counts once, as the later one saw it, where it first stood. */
export class Overlap {
  readonly #void = new Set<number>();
  readonly #placeOf = new Map<number, number>();
  readonly #standsAt = new Map<number, number>();

  /** What is there is no longer so. */
  remove(position: number): void {
    this.#void.add(position);
  }

  replace(earlier: number, later: number): void {
    const place = this.placeOf(earlier);
    this.#void.add(earlier);
    this.#placeOf.delete(earlier);
    this.#placeOf.set(later, place);
    this.#standsAt.set(place, later);
  }

  isVoid(position: number): boolean {
    return this.#void.has(position);
  }

  placeOf(position: number): number {
    return this.#placeOf.get(position) ?? position;
  }

  /** The position whose object stands at a place; `undefined` for none. */
  at(place: number): number | undefined {
    if (this.isEmpty) return place;
    const position = this.#standsAt.get(place);
    if (position !== undefined) return position;
    return this.#void.has(place) || this.#placeOf.has(place) ? undefined : place;
  }

  get isEmpty(): boolean {
    return this.#void.size === 0;
  }

  inOrder(positions: readonly number[]): readonly number[] {
    if (this.isEmpty) return positions;
    return positions
      .filter((position) => !this.isVoid(position))
      .sort((a, b) => this.placeOf(a) - this.placeOf(b));
  }
}

/** Shorter lists are put together with their neighbours, so that there are few to look into. */
const short = 500;

/** Items, of which some were removed. */
interface Part<T> {
  readonly items: Items<T>;
  readonly without: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();

/** The same objects in the same order, in fewer lists. */
export function joined<T>(lists: readonly Items<T>[]): readonly Part<T>[] {
  if (lists.length === 1) return lists.map(partOf);
  const parts: Part<T>[] = [];
  let pool: T[] = [];
  for (const items of withoutRepeated(lists)) {
    if (items.length === 0) continue;
    if (items.length < short) {
      if (pool.length === 0) parts.push({ items: pool, without: nothing });
      pool.push(...items);
    } else {
      parts.push(partOf(items));
      pool = [];
    }
  }
  return parts;
}

/** What a person asks about was selected from files that were read: the same objects, and not others of their names. */
function withoutRepeated<T>(lists: readonly Items<T>[]): readonly Items<T>[] {
  const seen = new Set<T>();
  return lists.map((items) => {
    if (!Array.isArray(items)) return items;
    const fresh = items.filter((object: T) => !seen.has(object));
    for (const object of fresh) seen.add(object);
    return fresh.length === items.length ? items : fresh;
  });
}

function partOf<T>(items: Items<T>): Part<T> {
  return items.rest === undefined
    ? { items, without: nothing }
    : { items: items.rest.of, without: items.rest.without };
}

/** What `checked` finds, each object made only once. */
export function objectsAt<T>(
  { positions, keys }: Entries,
  items: Items<T>,
  belongs: (object: T) => boolean,
): readonly T[] {
  const objects: T[] = [];
  for (const position of positions) {
    const object = items.at(position);
    const isMeant = object !== undefined && ((keys === "one" && objects.length > 0) || belongs(object));
    if (isMeant) objects.push(object);
    else if (keys === "one" && objects.length === 0) return [];
  }
  return objects;
}

/** Another key can have the same hash. */
export function checked<T>(
  { positions, keys }: Entries,
  items: Items<T>,
  belongs: (object: T) => boolean,
): readonly number[] {
  const isIn = (position: number) => {
    const object = items.at(position);
    return object !== undefined && belongs(object);
  };
  if (keys === "perhaps several") return positions.filter(isIn);
  const [first] = positions;
  return first !== undefined && isIn(first) ? positions : [];
}
