import { refuse } from "./outside";

export const varint: u32 = 0;
const fixed64: u32 = 1;
export const delimitedBytes: u32 = 2;
const fixed32: u32 = 5;

const longestVarint: i32 = 10;
const longestShortVarint: i32 = 5;
const largestExact: i64 = 9007199254740991;

/** A place in the bytes of an item. Every step is given the end that it may not pass. */
export class Cursor {
  static at: usize = 0;

  /** A tag or a length: a number of 32 bits. Nearly all are of one byte or two. */
  @inline
  static uint32(end: usize): u32 {
    const at = Cursor.at;
    if (at < end) {
      const first: u32 = load<u8>(at);
      if (first < 0x80) {
        Cursor.at = at + 1;
        return first;
      }
      if (at + 1 < end) {
        const second: u32 = load<u8>(at, 1);
        if (second < 0x80) {
          Cursor.at = at + 2;
          return (first & 0x7f) | (second << 7);
        }
      }
    }
    return longUint32(end);
  }

  /** The end of the value that begins with its length here. */
  @inline
  static delimited(end: usize): usize {
    const length: usize = Cursor.uint32(end);
    const at = Cursor.at;
    if (length > end - at) refuse("a length beyond the end", at);
    return at + length;
  }
}

function longUint32(end: usize): u32 {
  let value: u64 = 0;
  for (let read = 0; read < longestShortVarint; read++) {
    const byte: u64 = nextByte(end);
    value |= (byte & 0x7f) << (7 * read);
    if (byte >= 0x80) continue;
    if (value > 0xffffffff) break;
    return <u32>value;
  }
  refuse("a number of more than 32 bits", Cursor.at);
  return 0;
}

/** A signed number of 64 bits, as far as it is exact as a JavaScript number. */
export function integer(end: usize): i64 {
  const start = Cursor.at;
  let value: u64 = 0;
  for (let read = 0; read < longestVarint; read++) {
    const byte: u64 = nextByte(end);
    value |= (byte & 0x7f) << (7 * read);
    if (byte >= 0x80) continue;
    if (read == longestVarint - 1 && byte > 1) break;
    const signed = <i64>value;
    if (signed > largestExact || signed < -largestExact) refuse("a number that is too large", start);
    return signed;
  }
  refuse("a number of more than 64 bits", start);
  return 0;
}

export function skip(wire: u32, end: usize): void {
  if (wire == delimitedBytes) Cursor.at = Cursor.delimited(end);
  else if (wire == varint) skipVarint(end);
  else if (wire == fixed64) leap(8, end);
  else if (wire == fixed32) leap(4, end);
  else refuse("a wire type that is none", Cursor.at);
}

function skipVarint(end: usize): void {
  for (let read = 1; nextByte(end) >= 0x80; read++)
    if (read == longestVarint) refuse("a number of more than 64 bits", Cursor.at);
}

function leap(length: usize, end: usize): void {
  if (length > end - Cursor.at) refuse("a value beyond the end", Cursor.at);
  Cursor.at += length;
}

function nextByte(end: usize): u32 {
  const at = Cursor.at;
  if (at >= end) refuse("a number that breaks off", at);
  Cursor.at = at + 1;
  return load<u8>(at);
}
