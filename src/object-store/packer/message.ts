import * as codes from "./codes";
import { Cursor, integer, skip, varint } from "./cursor";
import { packFieldSet } from "./field-set";
import { Found } from "./found";
import { endWhole, Item } from "./item";
import { packMap } from "./map";
import { hear } from "./notes";
import { refuse } from "./outside";
import { at, word } from "./program";
import { packMoment, packRepeated, packText, packUnique } from "./scalars";

/** A message: how many fields, its slots, and its places, one behind the other. */
namespace Layout {
  export const count: i32 = 0;
  export const slots: i32 = 1;
  export const places: i32 = 2;
}

/** What a number stands for: a field, or a message whose fields are those of the message around it. */
namespace Slot {
  export const words: i32 = 3;
  /** One more than the wire type; 0 where the field is not asked for. */
  export const wire: i32 = 0;
  export const place: i32 = 1;
  export const inner: i32 = 2;
}

/** A field, at its place in the order of the shape. */
namespace Place {
  export const words: i32 = 8;
  export const form: i32 = 0;
  export const comes: i32 = 1;
  /** 1 where a value that holds nothing is left out. */
  export const leavesEmptyOut: i32 = 2;
  /** Of the value of several parts; of a list, of all of them. */
  export const owner: i32 = 3;
  export const listOwner: i32 = 4;
  export const inside: i32 = 5;
  export const sinks: i32 = 6;
  /** The path of those that tell which items are alike, if it is one of them; -1 if not. */
  export const likens: i32 = 7;
}

/** Writes the fields of a message in the order of their places, and a 0 behind them. */
export function packFields(layout: usize, end: usize): void {
  const count = word(layout, Layout.count);
  const frame = Found.open(count);
  find(at(word(layout, Layout.slots)), end, frame);
  const out = Item.out;
  let place = layout + (Layout.places << 2);
  for (let field = 0; field < count; field++, place += Place.words << 2) {
    const first = Found.first(frame, field);
    if (first < 0) continue;
    const begin = out.length;
    out.byte(field + 1);
    if (!packField(place, first)) out.length = begin;
    else if (word(place, Place.likens) >= 0) liken(word(place, Place.likens), first);
  }
  Found.close(frame);
  Cursor.at = end;
  out.byte(0);
}

/** Notes where the fields are; what is not asked for is skipped. */
function find(slots: usize, end: usize, frame: i32): void {
  const count: u32 = word(slots, 0);
  while (Cursor.at < end) {
    const tag = Cursor.uint32(end);
    const number = tag >> 3;
    const slot = slots + 4 + number * (Slot.words << 2);
    const wire: u32 = number < count ? word(slot, Slot.wire) : 0;
    if (wire == 0) {
      if (number == 0) refuse("a field without a number", Cursor.at);
      skip(tag & 7, end);
    } else if ((tag & 7) + 1 != wire) refuse("another wire type", Cursor.at);
    else if (wire == varint + 1) {
      Found.add(frame, word(slot, Slot.place), Cursor.at, end);
      skip(varint, end);
    } else {
      const to = Cursor.delimited(end);
      const inner = word(slot, Slot.inner);
      if (inner == 0) Found.add(frame, word(slot, Slot.place), Cursor.at, to);
      else find(at(inner), to, frame);
      Cursor.at = to;
    }
  }
}

/** These values are among those that tell which items are alike. */
function liken(path: i32, first: i32): void {
  const likening = Item.likening;
  for (let value = first; value >= 0; value = Found.next(value)) {
    const from = Found.from(value);
    const length = <i32>(Found.to(value) - from);
    likening.byte(path);
    likening.number(length);
    likening.copy(from, length);
  }
}

/** `false`: its value stands for none, and nothing was written. */
function packField(place: usize, first: i32): bool {
  const form = word(place, Place.form);
  if (form == codes.formTexts || form == codes.formQuantities) {
    packMap(word(place, Place.owner), at(word(place, Place.inside)), form == codes.formQuantities, first);
    return true;
  }
  return word(place, Place.comes) == codes.comesOnce ? packOnce(place, first) : packList(place, first);
}

/** A value that comes once. Of two, one reader would take the first and another the last. */
function packOnce(place: usize, first: i32): bool {
  let isWritten = false;
  for (let value = first; value >= 0; value = Found.next(value)) {
    Cursor.at = Found.from(value);
    if (isWritten) refuse("a field that comes twice", Cursor.at);
    isWritten = packValue(place, Found.to(value));
  }
  return isWritten;
}

function packList(place: usize, first: i32): bool {
  const owner = word(place, Place.listOwner);
  const out = Item.out.length;
  const moments = Item.moments.length;
  const news = Item.news;
  Item.out.number(<u64>Found.countOf(first) * 2);
  for (let value = first; value >= 0; value = Found.next(value)) {
    Cursor.at = Found.from(value);
    packValue(place, Found.to(value));
  }
  endWhole(owner, out, moments, news);
  return true;
}

/** Checks and writes the value between the cursor and the end, and lets its sinks hear of it. */
function packValue(place: usize, end: usize): bool {
  const from = Cursor.at;
  if (!packUnheard(place, end)) return false;
  const sinks = word(place, Place.sinks);
  if (sinks != 0) hear(sinks, from, end);
  return true;
}

function packUnheard(place: usize, end: usize): bool {
  const isLeftOut = word(place, Place.leavesEmptyOut) == 1;
  if (isLeftOut && Cursor.at == end) return false;
  const out = Item.out;
  switch (word(place, Place.form)) {
    case codes.formText:
      packText(end);
      return true;
    case codes.formUniqueText:
      packUnique(end);
      return true;
    case codes.formRepeatedText:
      packRepeated(end);
      return true;
    case codes.formInteger: {
      const value = integer(end);
      if (isLeftOut && value == 0) return false;
      out.signed(value);
      return true;
    }
    case codes.formFlag: {
      const value = integer(end) != 0;
      if (isLeftOut && !value) return false;
      out.byte(value ? 1 : 0);
      return true;
    }
    case codes.formTime:
      return packMoment(end, false);
    case codes.formMicroTime:
      return packMoment(end, true);
    case codes.formFieldSet:
      return packFieldSet(word(place, Place.owner), at(word(place, Place.inside)), end);
    default:
      packMessage(word(place, Place.owner), at(word(place, Place.inside)), end);
      return true;
  }
}

function packMessage(owner: i32, layout: usize, end: usize): void {
  const out = Item.out.length;
  const moments = Item.moments.length;
  const news = Item.news;
  Item.out.byte(0);
  packFields(layout, end);
  endWhole(owner, out, moments, news);
}
