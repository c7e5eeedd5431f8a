import {
  type Columns,
  hashOf,
  isNoted,
  type NotedKeys,
  Numbers,
  type Part,
  type Path,
  type Recipe,
} from "../../../model/index.ts";
import type { PackedRun } from "../packed-run.ts";
import type { Program } from "../program/index.ts";
import { KeyColumn } from "./key-column.ts";

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
