import { Bytes } from "./bytes";
import { Cursor, delimitedBytes, integer, skip, varint } from "./cursor";
import { Item } from "./item";
import { Now } from "./list";
import { refuse } from "./outside";

/** 0001-01-01, which is Go's zero time and stands for none, and the last second of the year 9999. */
const zero: i64 = -62135596800;
const last: i64 = 253402300799;
const mostNanos: i64 = 999999999;

/** Shorter texts take no more in their place than a number would. */
export const shortestKept: i32 = 3;
const textOwner: i32 = 0;

/** All that is left until the end. */
export function packText(end: usize): void {
  const from = Cursor.at;
  const length = <i32>(end - from);
  Cursor.at = end;
  look(from, end);
  if (length < shortestKept) {
    writeText(Item.out, from, end, Sight.isAscii);
    return;
  }
  const number = Now.list.dictionary.numberOf(textOwner, Sight.hash, from, length);
  if (number >= 0) Item.out.number(<u64>number * 2 + 1);
  else {
    Item.news++;
    writeText(Item.out, from, end, Sight.isAscii);
  }
}

/** A text that is not looked for in the dictionary. */
export function packUnique(end: usize): void {
  const from = Cursor.at;
  Cursor.at = end;
  look(from, end);
  Item.news++;
  writeText(Item.out, from, end, Sight.isAscii);
}

/** A text that comes again soon: it is taken into the dictionary at once. */
export function packRepeated(end: usize): void {
  const from = Cursor.at;
  Cursor.at = end;
  look(from, end);
  const number = Now.list.dictionary.take(textOwner, Sight.hash, from, <i32>(end - from));
  Item.out.number(<u64>number * 2 + 1);
}

/** The time that was read last. */
class Moment {
  static seconds: i64 = 0;
  static nanos: i64 = 0;
}

/** Writes a moment that is all that is left until the end. `false`: it says that there is none. */
export function packMoment(end: usize, hasNanos: bool): bool {
  if (!readMoment(end)) return false;
  Item.moments.signed(Moment.seconds - Item.moment);
  Item.moment = Moment.seconds;
  if (hasNanos) Item.moments.signed(Moment.nanos);
  return true;
}

function readMoment(end: usize): bool {
  const start = Cursor.at;
  if (start == end) return false;
  Moment.seconds = Moment.nanos = 0;
  while (Cursor.at < end) {
    const tag = Cursor.uint32(end);
    if (tag == ((1 << 3) | varint)) Moment.seconds = integer(end);
    else if (tag == ((2 << 3) | varint)) Moment.nanos = integer(end);
    else if (tag == ((1 << 3) | delimitedBytes) || tag == ((2 << 3) | delimitedBytes))
      refuse("a time of the wrong type", Cursor.at);
    else skip(tag & 7, end);
  }
  const seconds = Moment.seconds;
  const nanos = Moment.nanos;
  if (seconds < zero || seconds > last || nanos < 0 || nanos > mostNanos)
    refuse("a time that is none", start);
  return seconds != zero || nanos != 0;
}

/** Bits that no byte of ASCII has. */
const beyondAscii: u64 = 0x8080808080808080;

/** What the bytes of a text are: whether they are ASCII, and a hash to find them by. */
class Sight {
  static hash: i32 = 0;
  static isAscii: bool = true;
}

/** Checks a text, and says what its bytes are. */
function look(from: usize, to: usize): void {
  Sight.hash = hashOfBytes(from, <i32>(to - from));
  if (!Sight.isAscii && !isUtf8(from, to)) refuse("text that is not UTF-8", from);
}

/** In one walk, eight bytes at once as long as there are eight. Whether they are ASCII is seen on the way. */
export function hashOfBytes(from: usize, length: i32): i32 {
  let hash: u64 = <u64>length * 0x9e3779b97f4a7c15;
  let all: u64 = 0;
  const to = from + length;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const eight = load<u64>(at);
    all |= eight;
    hash = mix(hash, eight);
  }
  const rest = lastOf(from, at, to);
  Sight.isAscii = ((all | rest) & beyondAscii) == 0;
  return <i32>((mix(hash, rest) * 0xc4ceb9fe1a85ec53) >> 32);
}

/** The bytes that are fewer than eight, with some of those before where there are any. */
function lastOf(from: usize, at: usize, to: usize): u64 {
  if (at > from) return load<u64>(to - 8);
  const length = to - from;
  if (length >= 4) return ((<u64>load<u32>(from)) << 32) | load<u32>(to - 4);
  let rest: u64 = 0;
  for (let next = from; next < to; next++) rest = (rest << 8) | load<u8>(next);
  return rest;
}

/** So that a bit of any byte reaches the lower ones too. */
function mix(hash: u64, bits: u64): u64 {
  const mixed = (hash ^ bits) * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
}

/** Writes a text in its place, with whether its bytes are ASCII. */
function writeText(out: Bytes, from: usize, end: usize, isAscii: bool): void {
  out.number((end - from) * 4 + (isAscii ? 0 : 2));
  out.copy(from, <i32>(end - from));
}

/** Strictly: no longer form than needed, no half of a surrogate pair, nothing beyond U+10FFFF. The Unicode Standard, table 3-7. */
function isUtf8(from: usize, to: usize): bool {
  let at = from;
  while (at < to) {
    const first: u32 = load<u8>(at);
    if (first < 0x80) {
      at++;
      continue;
    }
    const length = lengthAfter(first);
    if (length == 0 || length > to - at) return false;
    const second: u32 = load<u8>(at, 1);
    if (second < lowestAfter(first) || second > highestAfter(first)) return false;
    if (length > 2 && !goesOn(load<u8>(at, 2))) return false;
    if (length > 3 && !goesOn(load<u8>(at, 3))) return false;
    at += length;
  }
  return true;
}

function lengthAfter(first: u32): usize {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

function lowestAfter(first: u32): u32 {
  if (first == 0xe0) return 0xa0;
  return first == 0xf0 ? 0x90 : 0x80;
}

function highestAfter(first: u32): u32 {
  if (first == 0xed) return 0x9f;
  return first == 0xf4 ? 0x8f : 0xbf;
}

function goesOn(byte: u32): bool {
  return (byte & 0xc0) == 0x80;
}
