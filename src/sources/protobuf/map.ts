import type { MapField } from "./field.ts";
import type { Slot } from "./plan.ts";
import { type Cursor, delimited } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

const key = (1 << 3) | delimited;
const value = (2 << 3) | delimited;

/**
 * A map is a list of entries. As in JSON, it has no prototype, since its keys are free.
 *
 * @param kept those of which alone something is read, unless they are free; they are ASCII
 */
export function mapSlot(place: number, values: MapField["values"], kept?: readonly string[]): Slot {
  const readValue = values === "text" ? (cursor: Cursor, end: number) => cursor.text(end) : readQuantity;
  const keptKeys = kept === undefined ? undefined : new Set(kept);
  return {
    wire: delimited,
    take(cursor, end, objects) {
      const known = objects[place];
      const map = isMap(known) ? known : keptKeys === undefined ? withoutPrototype() : {};
      objects[place] = map;
      if (keptKeys !== undefined && !keptKeys.has(keyIn(cursor, end))) {
        cursor.at = end;
        return;
      }
      const entry = readEntry(cursor, end, readValue);
      if (entry.key in map) throw new Malformed("a key that comes twice", cursor.at);
      map[entry.key] = entry.value;
    },
  };
}

/** Made by `Object.create(null)`, a map of a few labels takes three times the room. */
function withoutPrototype(): { [key: string]: unknown } {
  return Object.setPrototypeOf({}, null);
}

function isMap(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

/** Where the entry begins the cursor stays. What is no ASCII is another text then, and no key of ours. */
function keyIn(cursor: Cursor, end: number): string {
  const begin = cursor.at;
  let found = "";
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag !== key && tag !== value) throw strangeEntry(cursor);
    const to = cursor.delimited(end);
    if (tag === key) found = cursor.bytes.toString("latin1", cursor.at, to);
    cursor.at = to;
  }
  cursor.at = begin;
  return found;
}

function strangeEntry({ at }: Cursor): Malformed {
  return new Malformed("an entry of a map with something else", at);
}

function readEntry(
  cursor: Cursor,
  end: number,
  readValue: (cursor: Cursor, end: number) => string,
): { readonly key: string; readonly value: string } {
  const entry = { key: "", value: "" };
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === key) entry.key = cursor.text(cursor.delimited(end));
    else if (tag === value) entry.value = readValue(cursor, cursor.delimited(end));
    else throw strangeEntry(cursor);
  }
  return entry;
}

/** `resource.Quantity`: its text. kubernetes/apimachinery pkg/api/resource/generated.proto (v1.36). */
function readQuantity(cursor: Cursor, end: number): string {
  let quantity = "0";
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === key) quantity = cursor.text(cursor.delimited(end));
    else throw new Malformed("a quantity with something else", cursor.at);
  }
  return quantity;
}
