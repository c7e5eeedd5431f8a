import { hashOf } from "../model/index.ts";
import type { PackedDictionary, PackedRun } from "./packed-run.ts";
import { packerCode } from "./packer-code.ts";
import { Cursor } from "./protobuf/wire/cursor.ts";
import { Malformed } from "./protobuf/wire/malformed.ts";

/** Where something begins in the packer's memory. Beyond 2 GiB JavaScript is given it as a negative number. */
export type Address = number;

/** A list that is being packed. */
export type ListAddress = number;

/** What has come of a page of it. */
export type DraftAddress = number;

/** What `packer/index.ts` has for others. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  programOf(length: number): Address;
  open(program: Address): ListAddress;
  close(list: ListAddress): void;
  draft(list: ListAddress): DraftAddress;
  letGo(list: ListAddress, draft: DraftAddress): void;
  roomFor(draft: DraftAddress, length: number): Address;
  pass(draft: DraftAddress, length: number): void;
  pack(list: ListAddress, draft: DraftAddress): number;
  columnStart(draft: DraftAddress, column: number): Address;
  columnLength(draft: DraftAddress, column: number): number;
  recipes(draft: DraftAddress): number;
  keysStart(draft: DraftAddress, recipe: number, column: number): Address;
  keysLength(draft: DraftAddress, recipe: number, column: number): number;
  dictionarySize(list: ListAddress): number;
  dictionaryBytes(list: ListAddress): Address;
  dictionaryLength(list: ListAddress): number;
  dictionaryStarts(list: ListAddress): Address;
}

/** The number of what is looked for in a set of fields; -1 for nothing. Throws `Malformed`. */
export type FieldSetIn = (cursor: Cursor, end: number) => number;

const bytesOfWord = Int32Array.BYTES_PER_ELEMENT;
/** Where something begins, and where it ends. */
const perRange = 2;
/** Which column of a draft is what has come of it and is not packed yet. */
const window = 8;

/** A packer, with one memory for all of its lists. */
export class Packer {
  readonly exports: Exports;
  #memory: Buffer = Buffer.alloc(0);
  #fieldSetIn: FieldSetIn = () => -1;

  constructor(code: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(code, { outside: this.#outside() });
    // What it exports is written in `packer/index.ts`.
    this.exports = exports as Exports;
  }

  /** How much memory it has taken, all of which it keeps. */
  get bytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** All of its memory, as it is now: when it grows, it is elsewhere. */
  get #bytes(): Buffer {
    const { buffer } = this.exports.memory;
    if (this.#memory.buffer !== buffer) this.#memory = Buffer.from(buffer);
    return this.#memory;
  }

  /** Begins a list. */
  open(words: Int32Array): ListAddress {
    const address = this.exports.programOf(words.byteLength);
    this.#numbers(address, words.byteLength).set(words);
    return this.exports.open(address);
  }

  /** Adds what comes next of a page. The bytes are copied. */
  add(draft: DraftAddress, bytes: Uint8Array): void {
    const place = this.exports.roomFor(draft, bytes.length);
    this.#bytes.set(bytes, place >>> 0);
  }

  /** Packs what has come of a page. How many bytes are left, which are not a whole item. Throws `Malformed`. */
  pack(list: ListAddress, draft: DraftAddress, fieldSetIn: FieldSetIn): number {
    this.#fieldSetIn = fieldSetIn;
    return this.exports.pack(list, draft);
  }

  /** What is left of a page. It is there until more is added. */
  left(draft: DraftAddress): Buffer {
    const { exports } = this;
    const start = exports.columnStart(draft, window) >>> 0;
    return this.#bytes.subarray(start, start + exports.columnLength(draft, window));
  }

  /** What is in the dictionary of a list now, in memory of its own. */
  dictionary(list: ListAddress): PackedDictionary {
    const { exports } = this;
    const size = exports.dictionarySize(list);
    const length = exports.dictionaryLength(list);
    const starts = new Int32Array(size + 1);
    starts.set(this.#numbers(exports.dictionaryStarts(list), size * bytesOfWord));
    starts[size] = length;
    return { bytes: this.#octets(exports.dictionaryBytes(list), length).slice(), starts };
  }

  /** What has come of a page. It holds until more is packed, of whichever page. */
  packed(draft: DraftAddress): PackedRun {
    const { exports } = this;
    const start = (at: number) => exports.columnStart(draft, at);
    const length = (at: number) => exports.columnLength(draft, at);
    const octets = (at: number) => this.#octets(start(at), length(at));
    const numbers = (at: number) => this.#numbers(start(at), length(at));
    const keys = Array.from({ length: exports.recipes(draft) }, (_, recipe) => {
      const start = (at: number) => exports.keysStart(draft, recipe, at);
      const length = (at: number) => exports.keysLength(draft, recipe, at);
      return {
        counts: this.#octets(start(0), length(0)),
        hashes: this.#numbers(start(1), length(1)),
        checks: this.#numbers(start(2), length(2)),
      };
    });
    return {
      items: octets(0),
      lengths: numbers(1),
      names: numbers(2),
      namespaces: numbers(3),
      bits: numbers(4),
      likenesses: numbers(5),
      keys,
      refused: octets(6),
      refusedLengths: numbers(7),
    };
  }

  #octets(start: Address, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, start >>> 0, length);
  }

  #numbers(start: Address, length: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, start >>> 0, length / bytesOfWord);
  }

  /** As `packer/outside.ts` has it. */
  #outside(): WebAssembly.ModuleImports {
    return {
      malformed: (problem: number, at: number) => {
        throw new Malformed(problems[problem] ?? "bytes that cannot be read", at);
      },
      fieldSetIn: (from: number, to: number) => {
        const cursor = new Cursor(this.#bytes);
        cursor.at = from >>> 0;
        return this.#fieldSetIn(cursor, to >>> 0);
      },
      assertDistinct: (texts: number, count: number) => {
        const ends = this.#numbers(texts, count * perRange * bytesOfWord);
        assertDistinct(this.#bytes, new Uint32Array(ends.buffer, ends.byteOffset, ends.length));
        return undefined;
      },
      hashOfText: (from: number, to: number) => hashOf(this.#bytes.toString("utf8", from >>> 0, to >>> 0)),
    };
  }
}

function assertDistinct(bytes: Buffer, ends: Uint32Array): void {
  const known = new Set<string>();
  for (let at = 0; at < ends.length; at += perRange) {
    const text = bytes.toString("latin1", ends[at], ends[at + 1]);
    if (known.has(text)) throw new Malformed("a key that comes twice", ends[at] ?? 0);
    known.add(text);
  }
}

let code: WebAssembly.Module | undefined;
let packer: Packer | undefined;

export function thePacker(): Packer {
  packer ??= anotherPacker();
  return packer;
}

/** For one list alone: its memory is free when that has ended. */
export function anotherPacker(): Packer {
  code ??= new WebAssembly.Module(packerCode());
  return new Packer(code);
}

/** No more lists are read, as far as is known. Those that are still open go on with the packer that they have. */
export function letGoOfPacker(): void {
  packer = undefined;
}

/** Why bytes cannot be read, in the order of `packer/problem.ts`. */
const problems: readonly string[] = [
  "a number that breaks off",
  "a number of more than 32 bits",
  "a number of more than 64 bits",
  "a number that is too large",
  "a length beyond the end",
  "a value beyond the end",
  "a wire type that is none",
  "another wire type",
  "a field without a number",
  "a field that comes twice",
  "text that is not UTF-8",
  "a time of the wrong type",
  "a time that is none",
  "an entry of a map with something else",
  "a quantity with something else",
  "a set of fields with something else",
];
