import { readFileSync } from "node:fs";
import { hashOf } from "../../model/index.ts";
import { itemTag, type Messages } from "../protobuf/messages.ts";
import { skipOther } from "../protobuf/other-field.ts";
import { Cursor } from "../protobuf/wire/cursor.ts";
import { Malformed } from "../protobuf/wire/malformed.ts";
import type { PackedDictionary, PackedRun } from "./packed-run.ts";
import { problems } from "./problems.ts";

/** Where something begins in the packer's memory. Beyond 2 GiB JavaScript is given it as a negative number. */
export type Address = number;

/** A list that is being packed. */
export type ListAddress = number;

/** What `assembly/index.ts` has for others. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  windowOf(length: number): Address;
  programOf(length: number): Address;
  open(program: Address): ListAddress;
  close(list: ListAddress): void;
  pack(list: ListAddress, length: number): number;
  columnStart(column: number): Address;
  columnLength(column: number): number;
  recipes(list: ListAddress): number;
  keysStart(list: ListAddress, recipe: number, column: number): Address;
  keysLength(list: ListAddress, recipe: number, column: number): number;
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
/** Up to so many bytes are packed at a time, which the processor then still has at hand; a longer message is alone. */
const longest = 1 << 18;

/** A packer, with one memory for all of its lists. */
export class Packer {
  readonly exports: Exports;
  #memory: Buffer = Buffer.alloc(0);
  #fieldSetIn: FieldSetIn = () => -1;

  constructor(code: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(code, { outside: this.#outside() });
    // What it exports is written in `assembly/index.ts`.
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

  /** What came of it holds until the next time. Throws `Malformed`. */
  pack(list: ListAddress, messages: Messages, from: number, fieldSetIn: FieldSetIn): PackedRun {
    this.#fieldSetIn = fieldSetIn;
    const read = this.#packFrom(list, messages, from, Math.min(messages.to, from + longest));
    const skipped = read > 0 ? 0 : this.#packAlone(list, messages, from);
    return this.#packed(list, read + skipped);
  }

  /** How many bytes it has packed, which are whole messages. */
  #packFrom(list: ListAddress, { bytes }: Messages, from: number, to: number): number {
    const window = this.exports.windowOf(to - from);
    this.#octets(window, to - from).set(bytes.subarray(from, to));
    return this.exports.pack(list, to - from);
  }

  /** A message that is longer than others, or a field that is none. */
  #packAlone(list: ListAddress, messages: Messages, from: number): number {
    const { bytes, to } = messages;
    const cursor = new Cursor(bytes);
    cursor.at = from;
    const tag = cursor.uint32(to);
    if (tag !== itemTag) {
      skipOther(cursor, tag, to);
      return cursor.at - from;
    }
    const read = this.#packFrom(list, messages, from, cursor.delimited(to));
    if (read === 0) throw new Malformed("a tag of more bytes than it needs", from);
    return read;
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

  #packed(list: ListAddress, read: number): PackedRun {
    const { exports } = this;
    const numbers = (at: number) => this.#numbers(exports.columnStart(at), exports.columnLength(at));
    const keys = Array.from({ length: exports.recipes(list) }, (_, recipe) => {
      const start = (at: number) => exports.keysStart(list, recipe, at);
      const length = (at: number) => exports.keysLength(list, recipe, at);
      return {
        counts: this.#octets(start(0), length(0)),
        hashes: this.#numbers(start(1), length(1)),
        checks: this.#numbers(start(2), length(2)),
      };
    });
    return {
      read,
      refused: numbers(6),
      items: this.#octets(exports.columnStart(0), exports.columnLength(0)),
      lengths: numbers(1),
      names: numbers(2),
      namespaces: numbers(3),
      bits: numbers(4),
      likenesses: numbers(5),
      keys,
    };
  }

  #octets(start: Address, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, start >>> 0, length);
  }

  #numbers(start: Address, length: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, start >>> 0, length / bytesOfWord);
  }

  /** As `assembly/outside.ts` has it. */
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
  code ??= new WebAssembly.Module(readFileSync(new URL("./packer.wasm", import.meta.url)));
  return new Packer(code);
}

/** No lists are read any more, as far as is known. Those that are still open go on with the packer that they have. */
export function letGoOfPacker(): void {
  packer = undefined;
}
