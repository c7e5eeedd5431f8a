import { hashOf } from "../kubernetes/index.ts";
import { readFieldSet } from "./field-set.ts";
import { packerCode } from "./packer-code.ts";
import { Malformed } from "./protobuf/cursor.ts";

/** What one recipe makes of some items: of each how many keys, and of each key both hashes. */
export interface PackedKeys {
  readonly counts: Uint8Array;
  readonly hashes: Int32Array;
  readonly checks: Int32Array;
}

/** What came of the items of a page, one after the other. */
export interface PackedRun {
  /** Messages that do not say what every object says, one behind the other. All else is of the others. */
  readonly refused: Uint8Array;
  readonly refusedLengths: Int32Array;
  /** The items as they are kept, one behind the other. */
  readonly items: Uint8Array;
  readonly lengths: Int32Array;
  readonly names: Int32Array;
  /** Empty for a kind whose objects have no namespace. */
  readonly namespaces: Int32Array;
  /** For each 32 parts, which of them an item is in. */
  readonly bits: Int32Array;
  /** Empty for a kind whose objects are never compared. */
  readonly likenesses: Int32Array;
  /** Of each recipe. */
  readonly keys: readonly PackedKeys[];
}

/** What is written as a number. */
export interface PackedDictionary {
  readonly bytes: Uint8Array;
  /** Where each value begins, and where the last one ends. */
  readonly starts: Int32Array;
}

/** Where something begins in the packer's memory. Beyond 2 GiB JavaScript is given it as a negative number. */
type Address = number;

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
  /** Packs what has come of a page. How many bytes are left, which are not a whole item. Throws `Malformed`. */
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

const bytesOfWord = Int32Array.BYTES_PER_ELEMENT;
/** Where something begins, and where it ends. */
const perRange = 2;
/** Which column of a draft is what has come of it and is not packed yet. */
const window = 8;

/** A packer, with one memory for all of its lists. */
export class Packer {
  readonly exports: Exports;
  #memory: Buffer = Buffer.alloc(0);

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

  /** A text of AssemblyScript: how many bytes it has stands before it. */
  #string(start: number): string {
    const bytes = this.#bytes;
    return bytes.toString("utf16le", start, start + bytes.readUInt32LE(start - bytesOfWord));
  }

  /** As `packer/outside.ts` has it. */
  #outside(): WebAssembly.ModuleImports {
    return {
      malformed: (problem: number, at: number) => {
        throw new Malformed(this.#string(problem >>> 0), at);
      },
      assertFieldSet: (start: number, length: number) => {
        readFieldSet(this.#bytes.toString("utf8", start >>> 0, (start >>> 0) + length));
        return undefined;
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

/** What of WebAssembly is used here; the types of Node.js leave it out. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly [module: string]: ModuleImports });
    readonly exports: unknown;
  }
  interface ModuleImports {
    readonly [name: string]: (...given: number[]) => number | undefined;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
}
