import type { FieldTest, Part, Path, Recipe } from "../../../model/index.ts";
import { type AddKey, addKey } from "./keys.ts";
import { Notes } from "./notes.ts";
import { type Holds, holds, type IsMeant } from "./tests.ts";

/** Hears of a value that was packed: where it is in the message of the item. */
export type Sink = (notes: Notes, bytes: Uint8Array, from: number, to: number) => void;

/** What is done when an item is packed whole. */
interface ColumnPlan {
  readonly asks: readonly Holds[];
  readonly when: readonly Holds[];
  readonly keys: readonly AddKey[];
}

/** The item of a list, about which something is noted until it ends. */
interface ItemPlan {
  readonly values: Set<number>;
  readonly keys: { readonly add: AddKey; readonly column: number }[];
}

const whole: Path = [];

/** What is to be noted of the items of a kind while they are packed, for its recipes and parts. */
export class NotePlan {
  readonly #sinks = new Map<string, Sink[]>();
  readonly #values = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #items = new Map<string, ItemPlan>();
  readonly #asked = new Set<string>();
  readonly #columns: readonly ColumnPlan[];
  readonly #parts: readonly (readonly Holds[])[];
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  /** What is the same of items that are alike. */
  readonly likenesses: readonly Path[];
  readonly name: number;
  readonly uid: number;
  readonly namespace: number;

  constructor(recipes: readonly Recipe[], parts: readonly Part[], likenesses: readonly Path[] = []) {
    this.recipes = recipes;
    this.parts = parts;
    this.likenesses = likenesses;
    this.name = this.valueAt(["metadata", "name"]);
    this.uid = this.valueAt(["metadata", "uid"]);
    this.namespace = this.valueAt(["metadata", "namespace"]);
    this.#columns = recipes.map((recipe, column) => this.#column(recipe, column));
    this.#parts = parts.map(({ any }) => any.map((test) => this.#holds(test)));
  }

  /** Where the value of a field is noted; of several values, the first. */
  valueAt(path: Path): number {
    return this.#valueIn(whole, path);
  }

  /** Who is to hear of the values at a path. */
  sinksAt(path: Path): readonly Sink[] {
    const key = nameOf(path);
    this.#asked.add(key);
    const item = this.#items.get(key);
    return [...(this.#sinks.get(key) ?? []), ...(item === undefined ? [] : [endOfItem(item)])];
  }

  /** The keys of a map's entries of which somebody is to hear. */
  entriesAt(path: Path): readonly string[] {
    const before = `${nameOf(path)}\0`;
    return [...this.#sinks.keys()]
      .filter((key) => key.startsWith(before))
      .map((key) => key.slice(before.length));
  }

  /** Which of the paths that tell items apart it is; -1 for none. */
  likenessAt(path: Path): number {
    return this.likenesses.findIndex((each) => nameOf(each) === nameOf(path));
  }

  /** Whether the values at a path are compared with texts. */
  isCompared(path: Path): boolean {
    return [...this.#hits.keys()].some((key) => key.startsWith(`${nameOf(path)}\0\0`));
  }

  /** A path that is nowhere in a kind is a mistake of ours. */
  assertAllAsked(): void {
    const paths = [...this.#sinks.keys(), ...this.#items.keys()];
    const strange = paths.find((path) => !this.#asked.has(path));
    if (strange !== undefined) throw new Error(`nothing can be noted at ${strange.replaceAll("\0", ".")}`);
  }

  notes(): Notes {
    return new Notes(this.#values.size, this.#hits.size, this.#columns.length);
  }

  /** Ends an item that is taken. */
  finish(notes: Notes, bytes: Uint8Array): void {
    for (let at = 0; at < this.#columns.length; at++) {
      const plan = this.#columns[at];
      const column = notes.columns[at];
      if (plan === undefined || column === undefined) continue;
      if (!all(plan.when, notes, bytes)) column.begin();
      else if (some(plan.asks, notes, bytes)) column.open();
      else for (const add of plan.keys) add(notes, bytes, column);
      column.settle();
    }
  }

  /** Which parts the item is in, a bit for each: of so many, from one of them on. */
  partsOf(notes: Notes, bytes: Uint8Array, from: number, count: number): number {
    let bits = 0;
    for (let at = from; at < Math.min(from + count, this.#parts.length); at++)
      if (some(this.#parts[at] ?? [], notes, bytes)) bits |= 1 << (at - from);
    return bits;
  }

  #column({ asks = [], when = [], keys }: Recipe, column: number): ColumnPlan {
    const ofWhole: AddKey[] = [];
    for (const key of keys) {
      const add = addKey(key, (path) => this.#valueIn(key.each ?? whole, path));
      if (key.each === undefined) ofWhole.push(add);
      else this.#itemPlan(key.each).keys.push({ add, column });
    }
    return {
      asks: asks.map((test) => this.#holds(test)),
      when: when.map((test) => this.#holds(test)),
      keys: ofWhole,
    };
  }

  #holds(test: FieldTest): Holds {
    return holds(test, {
      valueAt: (path) => this.valueAt(path),
      hitAt: (path, name, isMeant) => this.#hitAt(path, name, isMeant),
    });
  }

  #itemPlan(each: Path): ItemPlan {
    return known(this.#items, nameOf(each), () => ({ values: new Set(), keys: [] }));
  }

  /** A value of the item of a list at hand, or of the whole. */
  #valueIn(each: Path, path: Path): number {
    const isOfItem = each.length > 0 && each.every((name, at) => path[at] === name);
    const key = `${isOfItem ? nameOf(each) : ""}\0\0${nameOf(path)}`;
    return known(this.#values, key, (value) => {
      if (isOfItem) this.#itemPlan(each).values.add(value);
      this.#hear(path, (notes, _, from, to) => notes.put(value, from, to));
      return value;
    });
  }

  #hitAt(path: Path, name: string, isMeant: IsMeant): number {
    return known(this.#hits, `${nameOf(path)}\0\0${name}`, (place) => {
      this.#hear(path, (notes, bytes, from, to) => {
        if (isMeant(bytes, from, to)) notes.hit(place);
      });
      return place;
    });
  }

  #hear(path: Path, sink: Sink): void {
    known(this.#sinks, nameOf(path), () => []).push(sink);
  }
}

/** Fields of the whole that its keys need have been noted before: they are those of metadata, which comes first. */
function endOfItem({ values, keys }: ItemPlan): Sink {
  const all = [...values];
  return (notes, bytes) => {
    if (!all.some((value) => notes.has(value))) return;
    for (const { add, column: at } of keys) {
      const column = notes.columns[at];
      if (column !== undefined) add(notes, bytes, column);
    }
    for (const value of all) notes.forget(value);
  };
}

/** Names hold no such character. */
function nameOf(path: Path): string {
  return path.join("\0");
}

function known<V>(map: Map<string, V>, key: string, make: (next: number) => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const made = make(map.size);
  map.set(key, made);
  return made;
}

function some(tests: readonly Holds[], notes: Notes, bytes: Uint8Array): boolean {
  for (const test of tests) if (test(notes, bytes)) return true;
  return false;
}

function all(tests: readonly Holds[], notes: Notes, bytes: Uint8Array): boolean {
  for (const test of tests) if (!test(notes, bytes)) return false;
  return true;
}
