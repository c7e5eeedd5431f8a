import { readFileSync } from "node:fs";
import { hashOf } from "../../model/index.ts";
import { Cursor } from "../protobuf/wire/cursor.ts";
import { Malformed } from "../protobuf/wire/malformed.ts";
import { problems } from "./problems.ts";
import type { Run } from "./runs.ts";

/** Where something begins in the packer's memory. */
export type Address = number;

/** A list that is being packed. */
export type ListAddress = number;

/** What `assembly/index.ts` has for others. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  windowOf(length: number): Address;
  rangesOf(count: number): Address;
  programOf(length: number): Address;
  open(program: Address): ListAddress;
  close(list: ListAddress): void;
  pack(list: ListAddress, count: number): void;
  itemsStart(): Address;
  itemsLength(): number;
  lengthsStart(): Address;
  namesStart(): Address;
  namespacesStart(): Address;
  partsStart(): Address;
  likenessesStart(): Address;
  countsStart(list: ListAddress, column: number): Address;
  hashesStart(list: ListAddress, column: number): Address;
  hashesLength(list: ListAddress, column: number): number;
  checksStart(list: ListAddress, column: number): Address;
  dictionarySize(list: ListAddress): number;
  dictionaryBytes(list: ListAddress): Address;
  dictionaryLength(list: ListAddress): number;
  dictionaryEntries(list: ListAddress): Address;
}

/** The number of what is looked for in a set of fields; -1 for nothing. Throws `Malformed`. */
export type FieldSetIn = (cursor: Cursor, end: number) => number;

/** The packer of this process: one, with one memory, for all lists. */
export class Packer {
  readonly exports: Exports;
  #bytes: Buffer = Buffer.alloc(0);
  #fieldSetIn: FieldSetIn = () => -1;

  constructor() {
    const code = new WebAssembly.Module(readFileSync(new URL("./packer.wasm", import.meta.url)));
    const { exports } = new WebAssembly.Instance(code, { outside: this.#outside() });
    // What it exports is written in `assembly/index.ts`.
    this.exports = exports as Exports;
  }

  /** All of its memory, as it is now: when it grows, it is elsewhere. */
  get bytes(): Buffer {
    const { buffer } = this.exports.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = Buffer.from(buffer);
    return this.#bytes;
  }

  /** So many bytes of it, as they are now. */
  octets(start: Address, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, start, length);
  }

  /** So many numbers of it, as they are now. */
  numbers(start: Address, count: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, start, count);
  }

  /** Throws `Malformed`. */
  pack(list: ListAddress, { messages, first, end }: Run, fieldSetIn: FieldSetIn): void {
    const begin = messages.from(first);
    const length = messages.to(end - 1) - begin;
    const window = this.exports.windowOf(length);
    const ranges = this.numbers(this.exports.rangesOf(end - first), (end - first) * 2);
    this.octets(window, length).set(messages.bytes.subarray(begin, begin + length));
    for (let at = first; at < end; at++) {
      ranges[(at - first) * 2] = window - begin + messages.from(at);
      ranges[(at - first) * 2 + 1] = window - begin + messages.to(at);
    }
    this.#fieldSetIn = fieldSetIn;
    this.exports.pack(list, end - first);
  }

  /** As `assembly/outside.ts` has it. */
  #outside(): WebAssembly.ModuleImports {
    return {
      malformed: (problem: number, at: number) => {
        throw new Malformed(problems[problem] ?? "bytes that cannot be read", at);
      },
      fieldSetIn: (from: number, to: number) => {
        const cursor = new Cursor(this.bytes);
        cursor.at = from;
        return this.#fieldSetIn(cursor, to);
      },
      assertDistinct: (texts: number, count: number) => {
        assertDistinct(this.bytes, this.numbers(texts, count * 2));
        return undefined;
      },
      hashOfText: (from: number, to: number) => hashOf(this.bytes.toString("utf8", from, to)),
    };
  }
}

function assertDistinct(bytes: Buffer, ends: Int32Array): void {
  const known = new Set<string>();
  for (let at = 0; at < ends.length; at += 2) {
    const text = bytes.toString("latin1", ends[at], ends[at + 1]);
    if (known.has(text)) throw new Malformed("a key that comes twice", ends[at] ?? 0);
    known.add(text);
  }
}

let packer: Packer | undefined;

export function thePacker(): Packer {
  packer ??= new Packer();
  return packer;
}
