import { type Cursor, delimited, varint, type WireType } from "../protobuf/wire/cursor.ts";
import { Malformed } from "../protobuf/wire/malformed.ts";
import { type FieldForm, type Form, newOwner } from "./form.ts";
import type { Packer } from "./packer.ts";
import type { Reader } from "./reader.ts";

/** A field, at its place in the order of the shape. */
export interface Place {
  readonly name: string;
  readonly form: FieldForm;
  /** The path of those that tell which items are alike, if it is one of them; -1 if not. */
  readonly likens: number;
}

/** What a number stands for: a field, or a message whose fields are those of the message around it. */
export interface Slot {
  readonly wire: WireType;
  readonly place: number;
  readonly inner: Slots | undefined;
}

export type Slots = readonly (Slot | undefined)[];

export interface Layout {
  readonly places: readonly Place[];
  readonly slots: Slots;
}

/** Writes the fields of a message in the order of their places, and a 0 behind them. */
export function packFields({ places, slots }: Layout, cursor: Cursor, end: number, packer: Packer): void {
  const { found, out } = packer;
  const frame = found.open(places.length);
  find(slots, cursor, end, packer, frame);
  for (let at = 0; at < places.length; at++) {
    const first = found.first(frame, at);
    const place = places[at];
    if (first < 0 || place === undefined) continue;
    const begin = out.length;
    out.byte(at + 1);
    if (!place.form.pack(first, cursor, packer)) out.length = begin;
    else if (place.likens >= 0) packer.liken(place.likens, begin);
  }
  found.close(frame);
  cursor.at = end;
  out.byte(0);
}

/** Notes where the fields are; what nobody asks for is passed over. */
function find(slots: Slots, cursor: Cursor, end: number, packer: Packer, frame: number): void {
  while (cursor.at < end) {
    const begin = cursor.at;
    const tag = cursor.uint32(end);
    const number = tag >>> 3;
    const slot = number < slots.length ? slots[number] : undefined;
    if (slot === undefined) passOver(tag, cursor, end, packer);
    else if ((tag & 7) !== slot.wire)
      throw new Malformed(`the wire type ${tag & 7} for ${slot.wire}`, cursor.at);
    else if (slot.wire === varint) {
      packer.found.add(frame, slot.place, begin, cursor.at, end);
      cursor.skip(varint, end);
    } else {
      const to = cursor.delimited(end);
      if (slot.inner === undefined) packer.found.add(frame, slot.place, begin, cursor.at, to);
      else find(slot.inner, cursor, to, packer, frame);
      cursor.at = to;
    }
  }
}

function passOver(tag: number, cursor: Cursor, end: number, packer: Packer): void {
  if (tag >>> 3 === 0) throw new Malformed("a field without a number", cursor.at);
  if ((tag & 7) !== delimited) {
    cursor.skip(tag & 7, end);
    return;
  }
  const to = cursor.delimited(end);
  packer.passOver(cursor.at, to);
  cursor.at = to;
}

export function unpackFields({ places }: Layout, reader: Reader): { readonly [field: string]: unknown } {
  const object: { [field: string]: unknown } = {};
  for (let at = reader.byte(); at !== 0; at = reader.byte()) {
    const place = places[at - 1];
    if (place !== undefined) object[place.name] = place.form.unpack(reader);
  }
  return object;
}

/** A message as a value. */
export function messageForm(layout: Layout): Form {
  const owner = newOwner();
  const read = (reader: Reader) => unpackFields(layout, reader);
  return {
    pack(cursor, end, packer) {
      const { at: from } = cursor;
      if (packer.writeAgain(owner, cursor, from, end)) return true;
      packer.beginWhole();
      packer.out.byte(0);
      packFields(layout, cursor, end, packer);
      packer.endWhole(owner, cursor, from, end);
      return true;
    },
    unpack: (reader) => reader.whole(read),
  };
}

/** A message of which hardly any says the same as another: it is written in its place. */
export function plainMessageForm(layout: Layout): Form {
  return {
    pack(cursor, end, packer) {
      packFields(layout, cursor, end, packer);
      return true;
    },
    unpack: (reader) => unpackFields(layout, reader),
  };
}
