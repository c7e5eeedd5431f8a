import type { Path } from "../../cluster/index.ts";
import { sinkBegins, sinkCompare, sinkEndItem, sinkPut } from "../packer/codes.ts";
import type { Reference, Words } from "./words.ts";

type Sink = readonly [kind: number, first: number, second: number];

/** Whether a value is among some texts, and where that is to be noted. */
interface Comparison {
  readonly is: "among" | "not among";
  readonly values: readonly string[];
  readonly place: number;
}

/** What is noted about the item of a list until it ends, and the keys that are then made of it. */
interface ItemOfList {
  readonly values: Set<number>;
  readonly keys: { readonly key: Reference; readonly column: number }[];
}

const whole: Path = [];

/** Who is to hear of the values at which paths, and the numbers of the places where they note them. */
export class Sinks {
  readonly #words: Words;
  readonly #byPath = new Map<string, Sink[]>();
  readonly #values = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #compared = new Map<string, Comparison[]>();
  readonly #lists = new Map<string, ItemOfList>();
  readonly #asked = new Set<string>();

  constructor(words: Words) {
    this.#words = words;
  }

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
      this.#hear(path, [sinkPut, value, 0]);
      return value;
    });
  }

  /** Where it is noted whether a value was `among` some texts, or `not among` them. */
  comparedAt(path: Path, is: "among" | "not among", values: readonly string[]): number {
    return known(this.#hits, `${nameOf(path)}\0\0${is} ${values.join()}`, (place) => {
      known(this.#compared, nameOf(path), () => []).push({ is, values, place });
      return place;
    });
  }

  /** Where it is noted that a value begins with one of some texts. */
  beginsAt(path: Path, starts: readonly string[]): number {
    return known(this.#hits, `${nameOf(path)}\0\0beginning with ${starts.join()}`, (place) => {
      const texts = this.#words.list(starts.map((start) => this.#words.text(start)));
      this.#hear(path, [sinkBegins, texts, place]);
      return place;
    });
  }

  /** To be added to a column whenever an item of the list ends. */
  keyOfEach(list: Path, key: Reference, column: number): void {
    this.#list(list).keys.push({ key, column });
  }

  /** 0 where the values at a path are not to be reported. */
  at(path: Path): Reference {
    const key = nameOf(path);
    this.#asked.add(key);
    const compared = this.#compared.get(key);
    const list = this.#lists.get(key);
    const sinks = [...(this.#byPath.get(key) ?? [])];
    if (compared !== undefined) sinks.push([sinkCompare, this.#comparing(compared), 0]);
    if (list !== undefined) sinks.push([sinkEndItem, this.#ending(list), 0]);
    return sinks.length === 0 ? 0 : this.#words.listOf(sinks);
  }

  /** The keys of a map's entries that are to be reported. */
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

  /** Each text is compared once, for all that ask for it. */
  #comparing(comparisons: readonly Comparison[]): Reference {
    const words = this.#words;
    const placesFor = (isAmong: (values: readonly string[]) => boolean) =>
      words.list(
        comparisons
          .filter(({ is, values }) => isAmong(values) === (is === "among"))
          .map(({ place }) => place),
      );
    const texts = [...new Set(comparisons.flatMap(({ values }) => values))];
    const known = texts.flatMap((text) => [words.text(text), placesFor((values) => values.includes(text))]);
    return words.record([texts.length, placesFor(() => false), ...known]);
  }

  #ending({ values, keys }: ItemOfList): Reference {
    const pairs = keys.flatMap(({ key, column }) => [key, column]);
    return this.#words.record([values.size, ...values, keys.length, ...pairs]);
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
