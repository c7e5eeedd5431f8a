import { isAscii } from "node:buffer";
import { Malformed } from "./malformed.ts";

/** How a value is laid out. The API uses these two, and two of fixed size that no field here has. */
export const varint = 0;
export const delimited = 2;
export type WireType = typeof varint | typeof delimited;

const longestVarint = 10;
const longestShortVarint = 5;

/** A place in the bytes of an answer. Every step is given the end that it may not pass. */
export class Cursor {
  readonly bytes: Buffer;
  /** The same bytes, to read four of them at once. */
  readonly view: DataView;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** A tag or a length: a number of 32 bits. */
  uint32(end: number): number {
    // Nearly all are of one byte or two.
    const { bytes, at } = this;
    const first = at < end ? (bytes[at] ?? 0) : 0x80;
    if (first < 0x80) {
      this.at = at + 1;
      return first;
    }
    const second = at + 1 < end ? (bytes[at + 1] ?? 0) : 0x80;
    if (second >= 0x80) return this.long(end);
    this.at = at + 2;
    return (first & 0x7f) | (second << 7);
  }

  private long(end: number): number {
    let value = 0;
    for (let read = 0; read < longestShortVarint; read++) {
      const byte = this.byte(end);
      value += (byte & 0x7f) * 2 ** (7 * read);
      if (byte < 0x80) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw new Malformed("a number of more than 32 bits", this.at);
  }

  /** A signed number of 64 bits, as far as it is exact as a JavaScript number. */
  integer(end: number): number {
    const start = this.at;
    let low = 0;
    let high = 0;
    for (let read = 0; read < longestVarint; read++) {
      const byte = this.byte(end);
      const bits = byte & 0x7f;
      if (read < 4) low |= bits << (7 * read);
      else if (read === 4) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (7 * read - 32);
      if (byte >= 0x80) continue;
      if (read === longestVarint - 1 && byte > 1) break;
      const value = high * 2 ** 32 + (low >>> 0);
      if (!Number.isSafeInteger(value)) throw new Malformed("a number that is too large", start);
      return value;
    }
    throw new Malformed("a number of more than 64 bits", start);
  }

  flag(end: number): boolean {
    return this.integer(end) !== 0;
  }

  /** The end of the value that begins with its length here. */
  delimited(end: number): number {
    const length = this.uint32(end);
    const inner = this.at + length;
    if (inner > end) throw new Malformed("a length beyond the end", this.at);
    return inner;
  }

  /** All that is left until the end. */
  text(end: number): string {
    const start = this.at;
    this.at = end;
    return texts(this.bytes, start, end);
  }

  skip(wire: number, end: number): void {
    switch (wire) {
      case 0:
        for (let read = 1; this.byte(end) >= 0x80; read++) {
          if (read === longestVarint) throw new Malformed("a number of more than 64 bits", this.at);
        }
        return;
      case 1:
        this.leap(8, end);
        return;
      case delimited:
        this.at = this.delimited(end);
        return;
      case 5:
        this.leap(4, end);
        return;
    }
    throw new Malformed(`the wire type ${wire}`, this.at);
  }

  private leap(length: number, end: number): void {
    if (this.at + length > end) throw new Malformed("a value beyond the end", this.at);
    this.at += length;
  }

  private byte(end: number): number {
    if (this.at >= end) throw new Malformed("a number that breaks off", this.at);
    const byte = this.bytes[this.at] ?? 0;
    this.at++;
    return byte;
  }
}

const places = 1 << 13;
const longestKept = 64;

/** Strings that came lately: most of a cluster's strings are the same few, and each need be made only once. */
const kept: (string | undefined)[] = new Array(places).fill(undefined);
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function texts(bytes: Buffer, start: number, end: number): string {
  return end - start > longestKept ? long(bytes, start, end) : short(bytes, start, end);
}

function short(bytes: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return unicode(bytes, start, end);
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  const place = (hash ^ (hash >>> 15)) & (places - 1);
  const known = kept[place];
  if (known !== undefined && isSame(known, bytes, start, end)) return known;
  const made = bytes.toString("latin1", start, end);
  kept[place] = made;
  return made;
}

function isSame(known: string, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = start; at < end; at++) if (known.charCodeAt(at - start) !== bytes[at]) return false;
  return true;
}

function long(bytes: Buffer, start: number, end: number): string {
  return isAscii(bytes.subarray(start, end))
    ? bytes.toString("latin1", start, end)
    : unicode(bytes, start, end);
}

function unicode(bytes: Buffer, start: number, end: number): string {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    throw new Malformed("text that is not UTF-8", start);
  }
}
