import { Bytes, discard, isSame } from "./bytes";
import { Cursor, delimitedBytes } from "./cursor";
import { cleared } from "./dictionary";
import { Item } from "./item";
import { Now } from "./list";
import { assertFieldSet, refuse } from "./outside";
import { at, word } from "./program";
import { hashOfBytes } from "./scalars";

const raw: u32 = (1 << 3) | delimitedBytes;
const quote: u8 = 0x22;
const backslash: u8 = 0x5c;
const unicode: u8 = 0x75;
const colon: u8 = 0x3a;
const comma: u8 = 0x2c;
const open: u8 = 0x7b;
const close: u8 = 0x7d;

/** What is looked for in the set at hand, and stands in it, as a set of its own. */
const looked = new Bytes();

/**
 * `metav1.FieldsV1`: JSON in a field of bytes, of which little is looked for. That goes into the dictionary, and is checked
 * outside when it comes first. kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36).
 */
export function packFieldSet(owner: i32, sought: usize, end: usize): bool {
  let from: usize = 0;
  let to: usize = 0;
  while (Cursor.at < end) {
    if (Cursor.uint32(end) != raw) refuse("a set of fields with something else", Cursor.at);
    to = Cursor.delimited(end);
    from = Cursor.at;
    Cursor.at = to;
  }
  if (from == to) return false;
  const length = <i32>(to - from);
  const recent = Now.list.fieldSets.placeFor(from, length);
  if (!recent.is(from, length)) {
    looked.length = 0;
    if (!lookFor(sought, from, to)) {
      looked.length = 0;
      looked.copy(from, length);
    }
    recent.keep(from, length, numberOfLooked(owner));
  }
  Item.out.number(recent.number);
  return true;
}

/** `false`: the JSON is not written as the API server writes it. */
function lookFor(sought: usize, from: usize, to: usize): bool {
  const name = at(word(sought, 0));
  looked.byte(open);
  if (!Json.find(from, to, name)) return false;
  // Its key could be written with escapes.
  if (Json.from == 0 && Json.hasUnicodeEscape(from, to)) return false;
  if (Json.from != 0) {
    looked.copy(name + 4, word(name, 0));
    looked.byte(colon);
    looked.byte(open);
    if (!lookInside(sought, Json.from, to)) return false;
    looked.byte(close);
  }
  looked.byte(close);
  return true;
}

function lookInside(sought: usize, from: usize, to: usize): bool {
  const count = word(sought, 1);
  let isFirst = true;
  for (let each = 0; each < count; each++) {
    const name = at(word(sought, 2 + each));
    if (!Json.find(from, to, name)) return false;
    if (Json.from == 0) continue;
    if (!isFirst) looked.byte(comma);
    isFirst = false;
    looked.copy(name + 4, word(name, 0));
    looked.byte(colon);
    looked.copy(Json.from, <i32>(Json.endOf(Json.from, to) - Json.from));
  }
  return true;
}

function numberOfLooked(owner: i32): i32 {
  const dictionary = Now.list.dictionary;
  const hash = hashOfBytes(looked.start, looked.length);
  if (!dictionary.has(owner, hash, looked.start, looked.length)) assertFieldSet(looked.start, looked.length);
  return dictionary.take(owner, hash, looked.start, looked.length);
}

/** A power of two. */
const places: i32 = 1 << 8;

/** A set that came, and its number. */
@unmanaged
class RecentSet {
  bytes: Bytes = new Bytes();
  number: i32 = -1;

  is(from: usize, length: i32): bool {
    return this.bytes.length == length && isSame(this.bytes.start, from, length);
  }

  keep(from: usize, length: i32, number: i32): void {
    this.bytes.length = 0;
    this.bytes.copy(from, length);
    this.number = number;
  }
}

/**
 * Sets that came lately. Those of neighbours are often the same, and to compare their bytes takes a tenth of the time that it
 * takes to look into them.
 */
@unmanaged
export class RecentSets {
  kept: usize = cleared(places);

  /** By some of the bytes: a set that finds another one there takes its place. */
  placeFor(from: usize, length: i32): RecentSet {
    let bits: i32 = length * 0x9e3779b1;
    if (length >= 8) bits ^= load<i32>(from + (length >>> 1)) ^ load<i32>(from + length - 8);
    bits = (bits ^ (bits >>> 16)) * 0x45d9f3b;
    const place = this.kept + (((bits >>> 16) & (places - 1)) << 2);
    if (load<usize>(place) == 0) store<usize>(place, changetype<usize>(new RecentSet()));
    return changetype<RecentSet>(load<usize>(place));
  }

  free(): void {
    for (let at = 0; at < places; at++) {
      const set = load<usize>(this.kept + (at << 2));
      if (set == 0) continue;
      discard(changetype<RecentSet>(set).bytes);
      heap.free(set);
    }
    heap.free(this.kept);
    heap.free(changetype<usize>(this));
  }
}

/** Objects of objects, without spaces and escapes, as the API server writes sets of fields. */
class Json {
  /** Where the value that was looked for begins; 0 where there is none. */
  static from: usize = 0;

  /**
   * Looks for a key of the object that begins at `start`, without parsing what comes before it. `false`: it is written in
   * another way, or breaks off.
   *
   * @param quoted its length, and its bytes
   */
  static find(start: usize, to: usize, quoted: usize): bool {
    Json.from = 0;
    if (byteAt(start, to) != open) return false;
    if (byteAt(start + 1, to) == close) return true;
    const length: usize = word(quoted, 0);
    let at = start + 1;
    while (true) {
      const keyEnd = endOfKey(at, to);
      if (keyEnd == 0 || byteAt(keyEnd, to) != colon || byteAt(keyEnd + 1, to) != open) return false;
      const value = keyEnd + 1;
      if (keyEnd - at == length && isSame(at, quoted + 4, length)) {
        Json.from = value;
        return true;
      }
      const end = endOfObject(value, to);
      if (end == 0) return false;
      if (byteAt(end, to) == close) return true;
      if (byteAt(end, to) != comma) return false;
      at = end + 1;
    }
  }

  /** Whether a backslash and a `u` stand somewhere. */
  static hasUnicodeEscape(from: usize, to: usize): bool {
    for (let at = from; at + 1 < to; at++)
      if (load<u8>(at) == backslash && load<u8>(at, 1) == unicode) return true;
    return false;
  }

  /** The place after the object that begins there. */
  static endOf(start: usize, to: usize): usize {
    return endOfObject(start, to) || to;
  }
}

function byteAt(at: usize, to: usize): u8 {
  return at < to ? load<u8>(at) : 0;
}

/** The place after a key without escapes; 0 where there is none. */
function endOfKey(start: usize, to: usize): usize {
  if (byteAt(start, to) != quote) return 0;
  for (let at = start + 1; at < to; at++) {
    const byte = load<u8>(at);
    if (byte == backslash) return 0;
    if (byte == quote) return at + 1;
  }
  return 0;
}

/** The place after an object; 0 where it does not end. */
function endOfObject(start: usize, to: usize): usize {
  let depth = 0;
  let at = start;
  while (at < to) {
    const byte = load<u8>(at++);
    if (byte == quote) {
      while (at < to) {
        const inside = load<u8>(at++);
        if (inside == quote) break;
        if (inside == backslash) at++;
      }
    } else if (byte == open) depth++;
    else if (byte == close && --depth == 0) return at;
  }
  return 0;
}
