import type { Cursor } from "../protobuf/wire/cursor.ts";
import type { Dictionary } from "./dictionary.ts";
import type { NotedColumns } from "./noted/columns.ts";
import { type ListAddress, type Packer, thePacker } from "./packer.ts";
import type { Program } from "./program/index.ts";
import type { Run } from "./runs.ts";

/** Items that were packed, one behind the other; they hold until more are packed. */
export interface PackedRun {
  readonly bytes: Buffer;
  /** Where the first one begins. */
  readonly start: number;
  /** How long each is; 0 for one that does not say what every object says. */
  readonly lengths: Int32Array;
}

/** What of a list is forgotten without having been ended, such as one that is asked for again in JSON. */
const forgotten = new FinalizationRegistry<ListAddress>((list) => thePacker().exports.close(list));

/** A list whose items are being packed. */
export class OpenList {
  readonly #packer: Packer = thePacker();
  readonly #program: Program;
  readonly #list: ListAddress;
  readonly #values: object[];
  readonly #numbers = new Map<object, number>();
  /** Whether something was packed since the dictionary was taken. */
  #hasNew = true;

  /** @param values grows by values that are kept as they are */
  constructor(program: Program, values: object[]) {
    const { exports } = this.#packer;
    const { words } = program;
    this.#program = program;
    this.#values = values;
    const address = exports.programOf(words.byteLength);
    this.#packer.numbers(address, words.length).set(words);
    this.#list = exports.open(address);
    forgotten.register(this, this.#list, this);
  }

  /** Throws `Malformed`. */
  pack(run: Run): PackedRun {
    const { exports } = this.#packer;
    this.#hasNew = true;
    this.#packer.pack(this.#list, run, this.#fieldSetIn);
    const lengths = this.#packer.numbers(exports.lengthsStart(), run.end - run.first);
    return { bytes: this.#packer.bytes, start: exports.itemsStart(), lengths };
  }

  /** What was noted of the items that were packed last, and taken. */
  takeNotes(columns: NotedColumns, count: number): void {
    columns.take(this.#packer, this.#list, count);
  }

  takeDictionary(dictionary: Dictionary): void {
    if (!this.#hasNew) return;
    dictionary.take(this.#packer, this.#list);
    this.#hasNew = false;
  }

  end(): void {
    forgotten.unregister(this);
    this.#packer.exports.close(this.#list);
  }

  readonly #fieldSetIn = (cursor: Cursor, end: number): number => {
    const value = this.#program.readFieldSet?.(cursor, end);
    if (typeof value !== "object" || value === null) return -1;
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#values.length);
    return this.#values.push(value) - 1;
  };
}
