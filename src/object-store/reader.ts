import { readFieldSet } from "./field-set.ts";
import { epoch } from "./packer/codes.ts";
import type { PackedDictionary } from "./packer.ts";

/** Numbers from here on are written in two parts. */
const large = 2 ** 30;

/** Reads what the packer wrote. There is nothing to check: all of it was checked before it was written. */
export class Reader {
  readonly #dictionary: Dictionary;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Where the next moment of the item is. */
  #item: Buffer = Buffer.alloc(0);
  #moment = 0;
  /** Behind the last moment that is not the same as the one before it. */
  #momentsEnd = 0;
  /** The last one, in seconds since 1970. */
  #seconds = epoch;

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
  }

  /** Begins an item, with its moments and how long they are. */
  begin(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
    const length = this.number();
    this.#item = bytes;
    this.#moment = this.#at;
    this.#seconds = epoch;
    this.#at += length;
    this.#momentsEnd = this.#at;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  number(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let unit = 128; byte >= 0x80; unit *= 128) {
      byte = this.byte();
      value += (byte & 0x7f) * unit;
    }
    return value;
  }

  signed(): number {
    const low = this.number();
    const size = Math.floor(low / 4) + ((low & 1) === 0 ? 0 : this.number() * large);
    return (low & 2) === 0 ? size : -size - 1;
  }

  fieldSet(): unknown {
    return this.#dictionary.value(this.number(), wholeFieldSet);
  }

  text(): string {
    const sign = this.number();
    if ((sign & 1) === 1) return this.#dictionary.value((sign - 1) / 2, wholeText) as string;
    const start = this.#at;
    this.#at += Math.floor(sign / 4);
    return this.#bytes.toString((sign & 2) === 0 ? "latin1" : "utf8", start, this.#at);
  }

  /** The next moment: of each the distance from the one before it is written. */
  seconds(): number {
    this.#seconds += this.#apart();
    return this.#seconds;
  }

  /** The nanoseconds that belong to the seconds that were read last. */
  nanos(): number {
    return this.#apart();
  }

  /** The next number that is written apart. */
  #apart(): number {
    if (this.#moment === this.#momentsEnd) return 0;
    const bytes = this.#bytes;
    const at = this.#at;
    this.#bytes = this.#item;
    this.#at = this.#moment;
    const value = this.signed();
    this.#moment = this.#at;
    this.#bytes = bytes;
    this.#at = at;
    return value;
  }

  /** A value of several parts, or the number of one that came before. One without moments is made once for all. */
  whole<T>(read: (reader: Reader, sign: number) => T): T {
    const sign = this.number();
    if ((sign & 1) === 0) return read(this, sign / 2);
    const number = Math.floor(sign / 4);
    const dictionary = this.#dictionary;
    if ((sign & 2) === 0) {
      // It was written by the same program that reads it now.
      return dictionary.value(number, (bytes, from) => this.#elsewhere(bytes, from, read)) as T;
    }
    return this.#elsewhere(dictionary.buffer, dictionary.start(number), read);
  }

  #elsewhere<T>(bytes: Buffer, from: number, read: (reader: Reader, sign: number) => T): T {
    const before = this.#bytes;
    const at = this.#at;
    this.#bytes = bytes;
    this.#at = from;
    const value = read(this, this.number() / 2);
    this.#bytes = before;
    this.#at = at;
    return value;
  }
}

function wholeText(bytes: Buffer, from: number, to: number): string {
  return bytes.toString("utf8", from, to);
}

function wholeFieldSet(bytes: Buffer, from: number, to: number): unknown {
  return readFieldSet(bytes.toString("utf8", from, to));
}

/** How many values stay read. A power of two. */
const kept = 1 << 11;

/** What comes again and again in a list, by number. */
export class Dictionary {
  /** What was read lately, and of which number it is. */
  readonly #values: unknown[] = new Array(kept).fill(undefined);
  readonly #numbers = new Int32Array(kept).fill(-1);
  #buffer: Buffer = Buffer.alloc(0);
  #starts: Int32Array = new Int32Array(1);

  get bytes(): number {
    return this.#buffer.length + this.#starts.byteLength;
  }

  /** What was read before stays right: of what had a number, nothing changes. */
  take({ bytes, starts }: PackedDictionary): void {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
  }

  /** The value with a number, which is read from its bytes unless it was lately. */
  value(number: number, read: (bytes: Buffer, from: number, to: number) => unknown): unknown {
    const place = number & (kept - 1);
    if (this.#numbers[place] === number) return this.#values[place];
    const value = read(this.#buffer, this.start(number), this.start(number + 1));
    this.#numbers[place] = number;
    this.#values[place] = value;
    return value;
  }

  /** Where the bytes with a number are. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  start(number: number): number {
    return this.#starts[number] ?? 0;
  }
}
