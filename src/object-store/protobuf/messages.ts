import { skipOther } from "./other-field.ts";
import { Cursor, delimited } from "./wire/cursor.ts";

/** Before each item of a list. */
export const itemTag = (2 << 3) | delimited;

const varintBits = 7;

/**
 * The messages of a list's items, each with its tag and its length before it. Their positions are looked for only on
 * demand: a pass over the bytes loads them from memory, and reading them later loads them again.
 */
export class Messages implements Iterable<Buffer> {
  readonly bytes: Buffer;
  /** Where the first one's tag is, and where the last one ends. */
  readonly from: number;
  readonly to: number;
  #ends: readonly number[] | undefined;

  constructor(bytes: Buffer, from: number, to: number) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  static of(message: Buffer): Messages {
    const begin = [itemTag];
    let length = message.length;
    for (; length >= 1 << varintBits; length >>>= varintBits) begin.push((length & 0x7f) | 0x80);
    const bytes = Buffer.concat([Buffer.from([...begin, length]), message]);
    return new Messages(bytes, 0, bytes.length);
  }

  /** Throws `Malformed`, as whatever asks about single messages does. */
  get length(): number {
    return this.ends.length / 2;
  }

  /** Where each begins and ends, one after the other. */
  get ends(): readonly number[] {
    this.#ends ??= endsIn(this);
    return this.#ends;
  }

  at(position: number): Buffer {
    return this.bytes.subarray(this.ends[position * 2], this.ends[position * 2 + 1]);
  }

  /** How long the longest is; 0 where there is none. */
  get longest(): number {
    const { ends } = this;
    let longest = 0;
    for (let at = 0; at < ends.length; at += 2)
      longest = Math.max(longest, (ends[at + 1] ?? 0) - (ends[at] ?? 0));
    return longest;
  }

  *[Symbol.iterator](): Iterator<Buffer> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }
}

function endsIn({ bytes, from, to }: Messages): readonly number[] {
  const cursor = new Cursor(bytes);
  const ends: number[] = [];
  cursor.at = from;
  while (cursor.at < to) {
    cursor.at = passItems(bytes, cursor.at, to, ends);
    if (cursor.at === to) break;
    const tag = cursor.uint32(to);
    if (tag !== itemTag) skipOther(cursor, tag, to);
    else {
      const end = cursor.delimited(to);
      ends.push(cursor.at, end);
      cursor.at = end;
    }
  }
  return ends;
}

/**
 * Passes over items of which the length takes two bytes or three, as nearly all do, and notes where they are. This runs too
 * seldom for V8 to make a few calls out of many, so that it makes none.
 *
 * @returns where something else is, or the end
 */
function passItems(bytes: Buffer, from: number, to: number, ends: number[]): number {
  let at = from;
  while (at + 3 < to && bytes[at] === itemTag) {
    const first = bytes[at + 1] ?? 0;
    const second = bytes[at + 2] ?? 0;
    const third = bytes[at + 3] ?? 0;
    if (first < 0x80 || (second >= 0x80 && third >= 0x80)) return at;
    const isLong = second >= 0x80;
    const begin = at + (isLong ? 4 : 3);
    const length = (first & 0x7f) | ((second & 0x7f) << 7) | (isLong ? third << 14 : 0);
    if (length > to - begin) return at;
    at = begin + length;
    ends.push(begin, at);
  }
  return at;
}
