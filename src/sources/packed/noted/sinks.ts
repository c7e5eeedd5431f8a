import type { Path } from "../../../model/index.ts";
import { type Comparison, comparing } from "./comparing.ts";
import type { AddKey } from "./keys.ts";
import type { Notes } from "./notes.ts";
import type { Sink } from "./sink.ts";
import type { IsMeant } from "./tests.ts";

/** What is noted about the item of a list until it ends, and the keys that are then made of it. */
interface ItemOfList {
  readonly values: Set<number>;
  readonly keys: { readonly add: AddKey; readonly column: number }[];
}

const whole: Path = [];

/** Who is to hear of the values at which paths, and the numbers of the places where they note them. */
export class Sinks {
  readonly #byPath = new Map<string, Sink[]>();
  readonly #values = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #compared = new Map<string, Comparison[]>();
  readonly #lists = new Map<string, ItemOfList>();
  readonly #asked = new Set<string>();

  get values(): number {
    return this.#values.size;
  }

  get hits(): number {
    return this.#hits.size;
  }

  /** Where the value of a field is noted; of several values, the first. */
  valueAt(path: Path): number {
    return this.valueIn(whole, path);
  }

  /** Where it is noted until the item of a list ends, if the field is one of such an item. */
  valueIn(list: Path, path: Path): number {
    const isOfItem = list.length > 0 && list.every((name, at) => path[at] === name);
    const key = `${isOfItem ? nameOf(list) : ""}\0\0${nameOf(path)}`;
    return known(this.#values, key, (value) => {
      if (isOfItem) this.#list(list).values.add(value);
      this.#hear(path, (notes, _, from, to) => notes.put(value, from, to));
      return value;
    });
  }

  comparedAt(path: Path, is: "among" | "not among", values: readonly string[]): number {
    return known(this.#hits, `${nameOf(path)}\0\0${is} ${values.join()}`, (place) => {
      known(this.#compared, nameOf(path), () => []).push({ is, values, place });
      return place;
    });
  }

  /** Where it is noted that a value is one that is meant. */
  hitAt(path: Path, name: string, isMeant: IsMeant): number {
    return known(this.#hits, `${nameOf(path)}\0\0${name}`, (place) => {
      this.#hear(path, (notes, bytes, from, to) => {
        if (isMeant(bytes, from, to)) notes.hit(place);
      });
      return place;
    });
  }

  /** To be added to a column whenever an item of the list ends. */
  keyOfEach(list: Path, add: AddKey, column: number): void {
    this.#list(list).keys.push({ add, column });
  }

  at(path: Path): readonly Sink[] {
    const key = nameOf(path);
    this.#asked.add(key);
    const sinks = this.#byPath.get(key) ?? [];
    const compared = this.#compared.get(key);
    const list = this.#lists.get(key);
    return [
      ...sinks,
      ...(compared === undefined ? [] : [comparing(compared)]),
      ...(list === undefined ? [] : [endOfItem(list)]),
    ];
  }

  /** The keys of a map's entries of which somebody is to hear. */
  entriesAt(path: Path): readonly string[] {
    const before = `${nameOf(path)}\0`;
    return this.#paths()
      .filter((key) => key.startsWith(before))
      .map((key) => key.slice(before.length));
  }

  /** Whether the values at a path are compared with texts. */
  isCompared(path: Path): boolean {
    return [...this.#hits.keys()].some((key) => key.startsWith(`${nameOf(path)}\0\0`));
  }

  /** A path that is nowhere in a kind is a mistake of ours. */
  assertAllAsked(): void {
    const strange = this.#paths().find((path) => !this.#asked.has(path));
    if (strange !== undefined) throw new Error(`nothing can be noted at ${strange.replaceAll("\0", ".")}`);
  }

  #paths(): readonly string[] {
    return [...new Set([...this.#byPath.keys(), ...this.#compared.keys(), ...this.#lists.keys()])];
  }

  #list(path: Path): ItemOfList {
    return known(this.#lists, nameOf(path), () => ({ values: new Set(), keys: [] }));
  }

  #hear(path: Path, sink: Sink): void {
    known(this.#byPath, nameOf(path), () => []).push(sink);
  }
}

/** Fields of the whole that its keys need have been noted before: they are those of metadata, which comes first. */
function endOfItem({ values, keys }: ItemOfList): Sink {
  const all = [...values];
  return (notes, bytes) => {
    if (!hasOne(notes, all)) return;
    for (const { add, column: at } of keys) {
      const column = notes.columns[at];
      if (column !== undefined) add(notes, bytes, column);
    }
    for (const value of all) notes.forget(value);
  };
}

function hasOne(notes: Notes, values: readonly number[]): boolean {
  for (const value of values) if (notes.has(value)) return true;
  return false;
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
