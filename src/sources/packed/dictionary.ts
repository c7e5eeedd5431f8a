import { Numbers } from "../../model/index.ts";
import { Bytes } from "./bytes.ts";

const smallest = 1 << 8;
const perEntry = 3;
const mostSeen = 1 << 16;
/** How many values stay read. A power of two. */
const kept = 1 << 11;

/**
 * What comes again and again, each with a number to be written in its place. Most texts of a cluster come once, so that
 * only what comes a second time is taken in.
 */
export class Dictionary {
  readonly #bytes = new Bytes();
  /** Of each number, beside each other since they are asked for together: its hash, its owner, and where it begins. */
  readonly #entries = new Numbers();
  /** What was read lately, and of which number it is. */
  readonly #values: unknown[] = new Array(kept).fill(undefined);
  readonly #numbers = new Int32Array(kept).fill(-1);
  /** Numbers by hash, one too high, so that 0 is a free place. */
  #places = new Int32Array(smallest);
  /** Hashes that came once. */
  #seen = new Int32Array(smallest);
  #sights = 0;

  size = 0;

  /** Bytes that it takes, but for the values that were asked for. */
  get bytes(): number {
    return this.#bytes.buffer.length + this.#entries.bytes + this.#places.byteLength + this.#seen.byteLength;
  }

  /**
   * The number of these bytes, or -1 while they are not in it.
   *
   * @param owner who writes them: the same bytes can say something else elsewhere
   */
  numberOf(owner: number, hash: number, bytes: Buffer, from: number, to: number): number {
    const mixed = mixedOf(owner, hash);
    const known = this.#find(owner, mixed, bytes, from, to);
    if (known >= 0) return known;
    if (this.#hasSeen(mixed)) return this.#add(owner, mixed, bytes, from, to);
    return -1;
  }

  /** The number of these bytes, which came before. */
  take(owner: number, hash: number, bytes: Buffer, from: number, to: number): number {
    const mixed = mixedOf(owner, hash);
    const known = this.#find(owner, mixed, bytes, from, to);
    return known >= 0 ? known : this.#add(owner, mixed, bytes, from, to);
  }

  /** Nothing more comes, as far as is known: gives back the room for more. */
  settle(): void {
    this.#bytes.trim();
    this.#entries.trim();
    this.#seen = new Int32Array(smallest);
    this.#sights = 0;
  }

  /** The value with a number, which is read from its bytes unless it was lately. */
  value(number: number, read: (bytes: Buffer, from: number, to: number) => unknown): unknown {
    const place = number & (kept - 1);
    if (this.#numbers[place] === number) return this.#values[place];
    const value = read(this.#bytes.buffer, this.start(number), this.#end(number));
    this.#numbers[place] = number;
    this.#values[place] = value;
    return value;
  }

  /** Where the bytes with a number are. */
  get buffer(): Buffer {
    return this.#bytes.buffer;
  }

  start(number: number): number {
    return this.#entries.at(number * perEntry + 2);
  }

  /** Where the next one begins. */
  #end(number: number): number {
    return number === this.size - 1 ? this.#bytes.length : this.start(number + 1);
  }

  #find(owner: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = (this.#places[place] ?? 0) - 1;
      if (number < 0) return -1;
      const entry = number * perEntry;
      if (this.#entries.at(entry) !== hash || this.#entries.at(entry + 1) !== owner) continue;
      if (this.#isSame(number, bytes, from, to)) return number;
    }
  }

  #isSame(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.start(number);
    const length = to - from;
    if (this.#end(number) - start !== length) return false;
    const { buffer } = this.#bytes;
    for (let at = 0; at < length; at++) if (buffer[start + at] !== bytes[from + at]) return false;
    return true;
  }

  #hasSeen(hash: number): boolean {
    this.#sights++;
    if (this.#sights > this.#seen.length && this.#seen.length < mostSeen) {
      this.#seen = new Int32Array(this.#seen.length * 4);
      this.#sights = 0;
    }
    const place = hash & (this.#seen.length - 1);
    const has = this.#seen[place] === hash;
    this.#seen[place] = hash;
    return has;
  }

  #add(owner: number, hash: number, bytes: Buffer, from: number, to: number): number {
    const number = this.size++;
    this.#entries.push(hash);
    this.#entries.push(owner);
    this.#entries.push(this.#bytes.length);
    this.#bytes.copy(bytes, from, to);
    if (this.size * 2 > this.#places.length) this.#widen();
    else this.#put(number);
    return number;
  }

  #put(number: number): void {
    const mask = this.#places.length - 1;
    let place = this.#entries.at(number * perEntry) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = number + 1;
  }

  #widen(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    for (let number = 0; number < this.size; number++) this.#put(number);
  }
}

function mixedOf(owner: number, hash: number): number {
  return hash ^ Math.imul(owner + 1, 0x9e3779b1);
}
