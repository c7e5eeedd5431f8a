/** Messages of which each lies behind the one before it in the same bytes: nothing is made for each of them. */
export class Messages implements Iterable<Buffer> {
  readonly bytes: Buffer;
  readonly #ends: Int32Array;

  /** @param ends where each begins and ends in the bytes */
  constructor(bytes: Buffer, ends: readonly number[]) {
    this.bytes = bytes;
    this.#ends = Int32Array.from(ends);
  }

  static of(message: Buffer): Messages {
    return new Messages(message, [0, message.length]);
  }

  get length(): number {
    return this.#ends.length / 2;
  }

  from(position: number): number {
    return this.#ends[position * 2] ?? 0;
  }

  to(position: number): number {
    return this.#ends[position * 2 + 1] ?? 0;
  }

  /** Where some of them begin and end. */
  ends(first: number, end: number): Int32Array {
    return this.#ends.subarray(first * 2, end * 2);
  }

  at(position: number): Buffer {
    return this.bytes.subarray(this.from(position), this.to(position));
  }

  /** How long the longest is; 0 where there is none. */
  get longest(): number {
    let longest = 0;
    for (let at = 0; at < this.#ends.length; at += 2)
      longest = Math.max(longest, (this.#ends[at + 1] ?? 0) - (this.#ends[at] ?? 0));
    return longest;
  }

  *[Symbol.iterator](): Iterator<Buffer> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }
}
