import { Bytes, isSame } from "./bytes";
import { Cursor, delimitedBytes } from "./cursor";
import { Found } from "./found";
import { endWhole, Item } from "./item";
import { hear } from "./notes";
import { assertDistinct, refuse } from "./outside";
import { at, word } from "./program";
import { packText } from "./scalars";

const keyTag: u32 = (1 << 3) | delimitedBytes;
const valueTag: u32 = (2 << 3) | delimitedBytes;
/** What a quantity says that says nothing. */
const zero: usize = memory.data<u8>([0x30]);

/** Which entries are written, and which are to be reported. */
namespace Entries {
  /** The keys of those that are written; 0 for all. */
  export const kept: i32 = 0;
  /** 0 for none. */
  export const noted: i32 = 1;
}

/** An entry that was found, and where its parts are. */
class Entry {
  static keyFrom: usize = 0;
  static keyTo: usize = 0;
  static from: usize = 0;
  static to: usize = 0;
}

const keys = new Bytes();

/** Texts, or quantities, by keys. */
export function packMap(owner: i32, entries: usize, isOfQuantities: bool, first: i32): void {
  const kept = word(entries, Entries.kept);
  const noted = word(entries, Entries.noted);
  const out = Item.out.length;
  const moments = Item.moments.length;
  const news = Item.news;
  const count = kept == 0 ? Found.countOf(first) : countKept(kept, isOfQuantities, first);
  Item.out.number(<u64>count * 2);
  let isAscending = true;
  let previousFrom: usize = 0;
  let previousTo: usize = 0;
  for (let value = first; value >= 0; value = Found.next(value)) {
    find(Found.from(value), Found.to(value), isOfQuantities);
    if (!isKept(kept)) {
      continue;
    }
    const keyFrom = Entry.keyFrom;
    const keyTo = Entry.keyTo;
    if (previousFrom != 0 && !isBefore(previousFrom, previousTo, keyFrom, keyTo)) isAscending = false;
    previousFrom = keyFrom;
    previousTo = keyTo;
    packRange(keyFrom, keyTo);
    packRange(Entry.from, Entry.to);
    if (noted != 0) note(at(noted));
  }
  // Go writes the keys of a map in their order; a map in another order is looked at more closely.
  if (!isAscending) checkKeys(kept, isOfQuantities, first);
  endWhole(owner, out, moments, news);
}

/** Whether the entry that was found is written. What is not is not looked at any further. */
function isKept(kept: i32): bool {
  if (kept == 0) return true;
  const keys = at(kept);
  const length = Entry.keyTo - Entry.keyFrom;
  const count = word(keys, 0);
  for (let each = 0; each < count; each++) {
    const key = at(word(keys, 1 + each));
    if (<usize>word(key, 0) == length && isSame(key + 4, Entry.keyFrom, length)) return true;
  }
  return false;
}

function countKept(kept: i32, isOfQuantities: bool, first: i32): i32 {
  let count = 0;
  for (let value = first; value >= 0; value = Found.next(value)) {
    find(Found.from(value), Found.to(value), isOfQuantities);
    if (isKept(kept)) count++;
  }
  return count;
}

function find(from: usize, end: usize, isOfQuantities: bool): void {
  Entry.keyFrom = Entry.keyTo = Entry.from = Entry.to = from;
  Cursor.at = from;
  while (Cursor.at < end) {
    const tag = Cursor.uint32(end);
    if (tag != keyTag && tag != valueTag) refuse("an entry of a map with something else", Cursor.at);
    const to = Cursor.delimited(end);
    if (tag == keyTag) {
      Entry.keyFrom = Cursor.at;
      Entry.keyTo = to;
    } else if (isOfQuantities) findQuantity(to);
    else {
      Entry.from = Cursor.at;
      Entry.to = to;
    }
    Cursor.at = to;
  }
}

/** `resource.Quantity`: its text. kubernetes/apimachinery pkg/api/resource/generated.proto (v1.36). */
function findQuantity(end: usize): void {
  Entry.from = zero;
  Entry.to = zero + 1;
  while (Cursor.at < end) {
    if (Cursor.uint32(end) != keyTag) refuse("a quantity with something else", Cursor.at);
    const to = Cursor.delimited(end);
    Entry.from = Cursor.at;
    Entry.to = Cursor.at = to;
  }
}

function packRange(from: usize, to: usize): void {
  Cursor.at = from;
  packText(to);
}

/** The keys of entries that are to be reported, each with the sinks. */
function note(noted: usize): void {
  const count = word(noted, 0);
  const length = Entry.keyTo - Entry.keyFrom;
  for (let each = 0; each < count; each++) {
    const key = at(word(noted, 1 + each * 2));
    if (<usize>word(key, 0) == length && isSame(key + 4, Entry.keyFrom, length))
      hear(word(noted, 2 + each * 2), Entry.from, Entry.to);
  }
}

/** Whether one run of bytes comes before another in their order. */
function isBefore(from: usize, to: usize, otherFrom: usize, otherTo: usize): bool {
  const length = min(to - from, otherTo - otherFrom);
  for (let place: usize = 0; place < length; place++) {
    const byte: i32 = load<u8>(from + place);
    const other: i32 = load<u8>(otherFrom + place);
    if (byte != other) return byte < other;
  }
  return to - from < otherTo - otherFrom;
}

function checkKeys(kept: i32, isOfQuantities: bool, first: i32): void {
  keys.length = 0;
  for (let value = first; value >= 0; value = Found.next(value)) {
    find(Found.from(value), Found.to(value), isOfQuantities);
    if (!isKept(kept)) continue;
    keys.word(<i32>Entry.keyFrom);
    keys.word(<i32>Entry.keyTo);
  }
  assertDistinct(keys.start, keys.length >> 3);
}
