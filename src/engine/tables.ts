import { madeTogether } from "../controllers/index.ts";
import {
  checkOf,
  hashOf,
  type Index,
  type Items,
  type KubeObject,
  type ObjectIn,
  type Resource,
} from "../model/index.ts";
import { type Entries, Table } from "./table.ts";
import { AddedEntries, HashedEntries, notedEntries } from "./table-source.ts";
import { tracesOf } from "./traces.ts";

/** Lists never change: what was worked out of one holds for every cluster that is made of it. */
const known = new WeakMap<Items<KubeObject>, Tables>();

export function tablesOf(items: Items<KubeObject>): Tables {
  const tables = known.get(items) ?? new Tables(items);
  known.set(items, tables);
  return tables;
}

export function nameHash(name: string, namespace: string | undefined): number {
  return both(hashOf(name), hashOf(namespace ?? ""));
}

/** Where in a list is what. Each table is made when it is first asked. */
export class Tables {
  readonly #items: Items<KubeObject>;
  readonly #byIndex = new Map<Index<Resource>, Table>();
  readonly #found = new Map<Index<Resource>, Map<string, Entries>>();
  #names: Table | undefined;
  #namespaces: Table | undefined;
  #repeated: readonly number[] | undefined;

  constructor(items: Items<KubeObject>) {
    this.#items = items;
  }

  names(): Table {
    this.#names ??= this.#hashed((position) => this.nameHash(position));
    return this.#names;
  }

  /** Where objects are whose name has the hash of the name of one before them. */
  repeatedNames(): readonly number[] {
    this.#repeated ??= this.names().repeated();
    return this.#repeated;
  }

  namespaces(): Table {
    this.#namespaces ??= this.#hashed((position) => this.namespaceHash(position));
    return this.#namespaces;
  }

  nameHash(position: number): number {
    const { columns } = this.#items;
    if (columns !== undefined) return both(columns.nameHash(position), columns.namespaceHash(position));
    const metadata = this.#items.at(position)?.metadata;
    return nameHash(metadata?.name ?? "", metadata?.namespace);
  }

  namespaceHash(position: number): number {
    const { columns } = this.#items;
    if (columns !== undefined) return columns.namespaceHash(position);
    return hashOf(this.#items.at(position)?.metadata.namespace ?? "");
  }

  of(index: Index<Resource>): Table {
    const known = this.#byIndex.get(index) ?? this.#noted(index);
    if (known !== undefined) return known;
    this.#make(together(index, this.#items.length));
    const table = this.#byIndex.get(index);
    if (table === undefined) throw new Error(`the index ${index.name} was not made`);
    return table;
  }

  /** Where the objects are that may have a key. Of a short list it is looked for, until a table of all keys pays. */
  find(index: Index<Resource>, key: string): Entries {
    const found = this.#byIndex.has(index) ? undefined : this.#looked(index, key);
    return found ?? this.of(index).find(hashOf(key));
  }

  #looked(index: Index<Resource>, key: string): Entries | undefined {
    const { columns } = this.#items;
    if (index.made === undefined || columns?.holding === undefined) return undefined;
    const known = this.#found.get(index) ?? new Map<string, Entries>();
    this.#found.set(index, known);
    const before = known.get(key);
    if (before !== undefined || known.size === fewKeys) return before;
    const traces = tracesOf(index.made, key);
    const positions = traces && columns.holding(traces, index.made.asks ?? []);
    if (positions === undefined) return undefined;
    const entries: Entries = { positions, keys: "perhaps several" };
    known.set(key, entries);
    return entries;
  }

  /** Of what was noted while the items were read. */
  #noted(index: Index<Resource>): Table | undefined {
    const keys = index.made === undefined ? undefined : this.#items.columns?.takeKeys?.(index.made);
    if (keys === undefined) return undefined;
    const table = new Table(
      notedEntries(keys, (position, entries) => this.#addKeys(index, position, entries)),
    );
    this.#byIndex.set(index, table);
    return table;
  }

  #make(indexes: readonly Index<Resource>[]): void {
    const all = indexes.map((index) => ({ index, entries: new AddedEntries() }));
    for (let position = 0; position < this.#items.length; position++)
      for (const { index, entries } of all) this.#addKeys(index, position, entries);
    for (const { index, entries } of all) this.#byIndex.set(index, new Table(entries));
  }

  #addKeys(index: Index<Resource>, position: number, entries: AddedEntries): void {
    const object = this.#objectFor(index, position);
    // An index is only ever given objects of the resource it is on.
    const keys = object === undefined ? [] : index.keys(object as ObjectIn<Resource>);
    for (const key of distinct(keys)) entries.add(hashOf(key), checkOf(key), position);
  }

  #objectFor({ only }: Index<Resource>, position: number): KubeObject | undefined {
    if (only !== undefined && this.#items.columns?.isIn(only, position) === false) return undefined;
    return this.#items.at(position);
  }

  #hashed(hashAt: (position: number) => number): Table {
    return new Table(new HashedEntries(this.#items.length, hashAt));
  }
}

/** So many keys of an index are looked for, each once. */
const fewKeys = 8;

/** Few objects are as soon looked at again. */
const few = 1000;

function together(index: Index<Resource>, length: number): readonly Index<Resource>[] {
  const group = length < few ? undefined : madeTogether.find((indexes) => indexes.includes(index));
  return group ?? [index];
}

function both(name: number, namespace: number): number {
  return Math.imul(name ^ (namespace >>> 13), 0x01000193) ^ namespace;
}

function distinct(keys: readonly string[]): Iterable<string> {
  return keys.length < 2 ? keys : new Set(keys);
}
