import { Cursor, delimitedBytes, integer, skip, varint } from "./cursor";
import { Item } from "./item";
import { Now } from "./list";
import { refuse } from "./outside";
import { look, Sight, writeText } from "./text";

/** 0001-01-01, which is Go's zero time and stands for none, and the last second of the year 9999. */
const zero: i64 = -62135596800;
const last: i64 = 253402300799;
const mostNanos: i64 = 999999999;

/** Seconds in five bytes, and no nanoseconds, as the API server writes nearly all: which of the bits are what they are there. */
const usualLength: usize = 8;
const usualBits: u64 = 0x0010008080808008;
const usualMask: u64 = 0xffff8080808080ff;

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

function usualSeconds(bytes: u64): i64 {
  return (
    ((bytes >> 8) & 0x7f) |
    ((bytes >> 9) & 0x3f80) |
    ((bytes >> 10) & 0x1fc000) |
    ((bytes >> 11) & 0xfe00000) |
    ((bytes >> 12) & 0x7f0000000)
  );
}

function readMoment(end: usize): bool {
  const start = Cursor.at;
  if (start == end) return false;
  Moment.seconds = Moment.nanos = 0;
  if (end - start == usualLength) {
    const bytes = load<u64>(start);
    if ((bytes & usualMask) == usualBits) {
      Moment.seconds = usualSeconds(bytes);
      Cursor.at = end;
      return true;
    }
  }
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
