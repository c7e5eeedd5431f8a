import type { KubeObject, Resource } from "../kubernetes/index.ts";
import { checkOf, hashOf } from "../kubernetes/index.ts";
import type { Index } from "./cluster.ts";
import type { Columns, Items } from "./items.ts";
import type { Entries } from "./table.ts";
import { KeyTable, Table } from "./table.ts";
import type { KeyEntries } from "./table-source.ts";
import { AddedEntries, HashedEntries, notedEntries, Scratch, scratchHashes } from "./table-source.ts";

/** Lists never change: what was worked out of one holds for every cluster that is made of it. */
const known = new WeakMap<Items<KubeObject>, Tables>();

export function tablesOf(items: Items<KubeObject>): Tables {
  const tables = known.get(items) ?? new Tables(items);
  known.set(items, tables);
  return tables;
}

function nameHash(name: string, namespace: string | undefined): number {
  return both(hashOf(name), hashOf(namespace ?? ""));
}

/** Where in a list is what. Each table is made when it is first asked. */
export class Tables {
  readonly #items: Items<KubeObject>;
  readonly #keys = new Map<Index<Resource>, KeyEntries>();
  readonly #byIndex = new Map<Index<Resource>, KeyTable>();
  /** How many keys were walked without a table. */
  readonly #walked = new Map<Index<Resource>, number>();
  #names: Table | undefined;
  #namespaces: Table | undefined;
  #repeated: readonly number[] | undefined;

  constructor(items: Items<KubeObject>) {
    this.#items = items;
  }

  names(): Table {
    const { length } = this.#items;
    const all = this.#items.columns?.nameHashes;
    this.#names ??= new Table(
      new HashedEntries(
        length,
        (position) => this.nameHash(position),
        all && (() => allNameHashes(length, all)),
      ),
    );
    return this.#names;
  }

  /** Where objects are whose name has the hash of the name of one before them. */
  repeatedNames(): readonly number[] {
    this.#repeated ??= this.names().repeated();
    return this.#repeated;
  }

  /** Where the object with this name is, and others may be. */
  named(name: string, namespace: string | undefined): readonly number[] {
    return this.names().find(nameHash(name, namespace)).positions;
  }

  namespaces(): Table {
    this.#namespaces ??= new Table(
      new HashedEntries(this.#items.length, (position) => this.namespaceHash(position)),
    );
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

  of(index: Index<Resource>): KeyTable {
    const table = this.#byIndex.get(index) ?? new KeyTable(this.keys(index));
    this.#byIndex.set(index, table);
    return table;
  }

  /** The keys of all objects, for a caller that goes through all of them. */
  keys(index: Index<Resource>): KeyEntries {
    const known = this.#keys.get(index) ?? this.#noted(index);
    if (known !== undefined) return known;
    this.#make(together(index, this.#items.length));
    const keys = this.#keys.get(index);
    if (keys === undefined) throw new Error(`the index ${index.name} was not made`);
    return keys;
  }

  /** Where the objects are that may have a key. */
  find(index: Index<Resource>, key: string): Entries {
    return this.of(index).find(hashOf(key));
  }

  /** As `find`, each when its turn comes: of many, the first is often enough. No table is made for a few keys. */
  walk(index: Index<Resource>, key: string): Iterable<number> {
    const walked = this.#walked.get(index) ?? 0;
    if (this.#byIndex.has(index) || walked === fewKeys) return this.of(index).walk(hashOf(key));
    this.#walked.set(index, walked + 1);
    return this.keys(index).positionsOf(hashOf(key));
  }

  /** Of what was noted while the items were read. */
  #noted(index: Index<Resource>): KeyEntries | undefined {
    const keys = index.made === undefined ? undefined : this.#items.columns?.takeKeys?.(index.made);
    if (keys === undefined) return undefined;
    const entries = notedEntries(keys, (position, asked) => this.#addKeys(index, position, asked));
    this.#keys.set(index, entries);
    return entries;
  }

  #make(indexes: readonly Index<Resource>[]): void {
    const all = indexes.map((index) => ({ index, entries: new AddedEntries() }));
    for (let position = 0; position < this.#items.length; position++)
      for (const { index, entries } of all) this.#addKeys(index, position, entries);
    for (const { index, entries } of all) this.#keys.set(index, entries);
  }

  #addKeys(index: Index<Resource>, position: number, entries: AddedEntries): void {
    const object = this.#objectFor(index, position);
    // An index is only ever given objects of the resource it is on.
    const keys = object === undefined ? [] : index.keys(object);
    for (const key of distinct(keys)) entries.add(hashOf(key), checkOf(key), position);
  }

  #objectFor({ only }: Index<Resource>, position: number): KubeObject | undefined {
    if (only !== undefined && this.#items.columns?.isIn(only, position) === false) return undefined;
    return this.#items.at(position);
  }
}

/** So many keys of an index are walked without a table. */
const fewKeys = 8;

/** Few objects are as soon looked at again. */
const few = 1000;

function together(index: Index<Resource>, length: number): readonly Index<Resource>[] {
  const all = length < few ? [] : (index.together?.() ?? []);
  return all.includes(index) ? all : [index];
}

function both(name: number, namespace: number): number {
  return Math.imul(name ^ (namespace >>> 13), 0x01000193) ^ namespace;
}

function allNameHashes(
  length: number,
  { names, namespaces }: NonNullable<Columns["nameHashes"]>,
): Int32Array {
  const hashes = scratchHashes.of(length);
  names.copyTo(hashes);
  const others = scratchNamespaces.of(length).fill(noNamespace);
  namespaces?.copyTo(others);
  for (let position = 0; position < length; position++)
    hashes[position] = both(hashes[position] ?? 0, others[position] ?? 0);
  return hashes;
}

const scratchNamespaces = new Scratch();

const noNamespace = hashOf("");

function distinct(keys: readonly string[]): Iterable<string> {
  return keys.length < 2 ? keys : new Set(keys);
}
