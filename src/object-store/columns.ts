import type { Columns, NotedKeys, Part, Path, Recipe } from "../cluster/index.ts";
import { isNoted, Numbers } from "../cluster/index.ts";
import { hashOf } from "../kubernetes/index.ts";
import { mustBeAsked } from "./packer/codes.ts";
import type { PackedKeys, PackedRun } from "./packer.ts";
import type { Program } from "./program/index.ts";

const noNamespace = hashOf("");
const bitsEach = 32;

/** What is known of packed items without making them. */
export class NotedColumns implements Columns {
  readonly #program: Program;
  readonly #names = new Numbers();
  readonly #namespaces = new Numbers();
  /** For each 32 parts, which of them an item is in: those of an item beside each other. */
  readonly #bits = new Numbers();
  readonly #wordsOfBits: number;
  /** What tells which items are alike: of each item its number, or -1 for one that is not known to come again. */
  readonly #likenesses = new Numbers();
  readonly #partNumbers: ReadonlyMap<Part, number>;
  /** One for each recipe, until it is taken. */
  readonly #keys: (KeyColumn | undefined)[];

  constructor(program: Program) {
    this.#program = program;
    this.#wordsOfBits = Math.ceil(program.parts.length / bitsEach);
    this.#partNumbers = new Map(program.parts.map((part, number) => [part, number]));
    this.#keys = program.recipes.map(() => new KeyColumn());
  }

  get bytes(): number {
    return this.#all().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Takes what was noted of the items that were packed last. */
  take({ names, namespaces, bits, likenesses, keys }: PackedRun): void {
    this.#names.pushAll(names);
    this.#namespaces.pushAll(namespaces);
    this.#bits.pushAll(bits);
    this.#likenesses.pushAll(likenesses);
    for (const [at, packed] of keys.entries()) this.#keys[at]?.take(packed);
  }

  /** After the last item: gives back the room for more. */
  trim(): void {
    for (const column of this.#all()) column.trim();
  }

  nameHash(position: number): number {
    return this.#names.at(position);
  }

  namespaceHash(position: number): number {
    return this.#program.scope === "namespaced" ? this.#namespaces.at(position) : noNamespace;
  }

  get nameHashes() {
    const isNamespaced = this.#program.scope === "namespaced";
    return { names: this.#names, namespaces: isNamespaced ? this.#namespaces : undefined };
  }

  isIn(part: Part, position: number): boolean {
    const at = this.#partNumbers.get(part);
    if (at === undefined) return true;
    const bits = this.#bits.at(position * this.#wordsOfBits + Math.floor(at / bitsEach));
    return ((bits >>> (at % bitsEach)) & 1) === 1;
  }

  get parts(): readonly Part[] {
    return this.#program.parts.slice(0, bitsEach);
  }

  partBits(position: number): number {
    return this.#bits.at(position * this.#wordsOfBits);
  }

  /** Hands the keys over to the caller. They will not include items that come later. */
  takeKeys(recipe: Recipe): NotedKeys | undefined {
    const column = this.#program.recipes.indexOf(recipe);
    const taken = this.#keys[column];
    this.#keys[column] = undefined;
    return taken;
  }

  likenesses(paths: readonly Path[]): ((position: number) => number | undefined) | undefined {
    if (!isNoted(paths, this.#program.likenesses)) return undefined;
    return (position) => {
      const number = this.#likenesses.at(position);
      return number < 0 ? undefined : number;
    };
  }

  #all(): readonly (Numbers | KeyColumn)[] {
    const keys = this.#keys.flatMap((column) => column ?? []);
    return [this.#names, this.#namespaces, this.#bits, this.#likenesses, ...keys];
  }
}

/** The keys that one recipe makes of the items, object after object: a byte for each, and eight for each key. */
class KeyColumn implements NotedKeys {
  readonly #counts = new Octets();
  readonly hashes = new Numbers();
  readonly checks = new Numbers();

  get bytes(): number {
    return this.#counts.bytes + this.hashes.bytes + this.checks.bytes;
  }

  get isOneOfEach(): boolean {
    const { values, length } = this.#counts;
    for (let position = 0; position < length; position++) if (values[position] !== 1) return false;
    return true;
  }

  each(take: (hash: number, check: number, position: number) => void, ask: (position: number) => void): void {
    const { values, length } = this.#counts;
    let key = 0;
    for (let position = 0; position < length; position++) {
      const count = values[position] ?? 0;
      if (count === mustBeAsked) ask(position);
      else
        for (let left = count; left > 0; left--) {
          take(this.hashes.at(key), this.checks.at(key), position);
          key++;
        }
    }
  }

  /** Takes what was noted of the objects that were packed last. */
  take({ counts, hashes, checks }: PackedKeys): void {
    this.#counts.pushAll(counts);
    this.hashes.pushAll(hashes);
    this.checks.pushAll(checks);
  }

  /** After the last object. */
  trim(): void {
    this.#counts.trim();
    this.hashes.trim();
    this.checks.trim();
  }
}

const begin = 64;

/** A list of numbers up to 255 that takes a byte each. */
class Octets {
  length = 0;
  #values: Uint8Array = new Uint8Array(begin);

  pushAll(values: Uint8Array): void {
    const length = this.length + values.length;
    if (length > this.#values.length) {
      const wider = new Uint8Array(Math.max(length, Math.ceil(this.length * 1.5)));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values.set(values, this.length);
    this.length = length;
  }

  /** What is behind the end means nothing. */
  get values(): Uint8Array {
    return this.#values;
  }

  /** Gives back the room for more. */
  trim(): void {
    this.#values = this.#values.slice(0, this.length);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }
}
