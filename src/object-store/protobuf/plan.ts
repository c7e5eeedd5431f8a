import type { Shape } from "../../model/index.ts";
import { type Cursor, delimited, varint, type WireType } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** Takes the value that begins at the cursor to its place among the values of the object. */
type Take = (cursor: Cursor, end: number, values: unknown[]) => void;

export interface Slot {
  readonly wire: WireType;
  readonly take: Take;
}

/** The fields of a message by their numbers; most numbers have none, and are passed over unread. */
type Slots = readonly (Slot | undefined)[];

/** How to read a message as an object with these fields, in this order. Its recursion ends where the shape ends. */
export interface Plan {
  readonly names: readonly string[];
  readonly slots: Slots;
}

export type FieldShapes = { readonly [field: string]: Shape };

export function readObject(plan: Plan, cursor: Cursor, end: number): { readonly [field: string]: unknown } {
  const { names, slots } = plan;
  const values: unknown[] = new Array(names.length).fill(undefined);
  readInto(slots, cursor, end, values);
  const object: { [field: string]: unknown } = {};
  for (let place = 0; place < names.length; place++) {
    const value = values[place];
    // A list that grew has room for more than it holds.
    if (value !== undefined) object[names[place] ?? ""] = Array.isArray(value) ? value.slice() : value;
  }
  return object;
}

export function readInto(slots: Slots, cursor: Cursor, end: number, values: unknown[]): void {
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    const number = tag >>> 3;
    const wire = tag & 7;
    if (number === 0) throw new Malformed("a field without a number", cursor.at);
    const slot = number < slots.length ? slots[number] : undefined;
    if (slot === undefined) {
      cursor.skip(wire, end);
      continue;
    }
    if (wire !== slot.wire) throw new Malformed(`the wire type ${wire} for ${slot.wire}`, cursor.at);
    slot.take(cursor, wire === varint ? end : cursor.delimited(end), values);
  }
}

/** A value that comes once. Of two, one reader would take the first and another the last. */
export function once(place: number, wire: WireType, read: (cursor: Cursor, end: number) => unknown): Slot {
  return {
    wire,
    take(cursor, end, values) {
      if (values[place] !== undefined) throw new Malformed("a field that comes twice", cursor.at);
      values[place] = read(cursor, end);
    },
  };
}

export function repeated(place: number, read: (cursor: Cursor, end: number) => unknown): Slot {
  return {
    wire: delimited,
    take(cursor, end, values) {
      const list = values[place];
      if (Array.isArray(list)) list.push(read(cursor, end));
      else values[place] = [read(cursor, end)];
    },
  };
}
