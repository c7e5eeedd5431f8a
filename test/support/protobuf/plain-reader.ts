/**
 * A second reader of protobuf, to hold the packer against: it makes an object of a message at once, and remembers nothing. The
 * fields of which message it reads is told by the same tables.
 */
import type { Shape } from "../../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../../src/object-store/index.ts";
import type { WireType } from "../../../src/object-store/protobuf/cursor.ts";
import { Cursor, delimited, Malformed, varint } from "../../../src/object-store/protobuf/cursor.ts";
import type { Field, Fields, MapField, ScalarField } from "../../../src/object-store/protobuf/field.ts";
import type { FieldShapes } from "../../../src/object-store/protobuf/whole.ts";
import { keysIn, shapesIn, wholeOf } from "../../../src/object-store/protobuf/whole.ts";
import type { Decoded, TypeMeta } from "../../../src/reading/decode/index.ts";
import { complete } from "../../../src/reading/decode/index.ts";
import { readFieldSet } from "./field-set-reader.ts";
import { readMicroTime, readTime } from "./time-reader.ts";

const plans = new Map<BuiltIn, Plan>();

/** The fields of a message that the kind's shape names. Throws `Malformed`. */
export function readFields(resource: BuiltIn, bytes: Buffer): { readonly [field: string]: unknown } {
  return readObject(planFor(resource), new Cursor(bytes), bytes.length);
}

/** An item of a list, which says what its items are. Throws `Malformed`. */
export function decodeItem<R extends BuiltIn>(resource: R, bytes: Buffer, implied: TypeMeta): Decoded<R> {
  return complete(resource, implied, readFields(resource, bytes));
}

function planFor(resource: BuiltIn): Plan {
  const known = plans.get(resource);
  if (known !== undefined) return known;
  const { shape, fields } = wholeOf(resource);
  const made = compile(shape, fields);
  plans.set(resource, made);
  return made;
}

/** Joins a shape with its numbers. A name that only one of them has is a mistake of ours. */
function compile(shape: FieldShapes, fields: Fields): Plan {
  const names = Object.keys(shape);
  const strange = Object.keys(fields).find((name) => !Object.hasOwn(shape, name));
  if (strange !== undefined) throw new Error(`the shape has no field ${strange}`);
  const slots: (Slot | undefined)[] = [];
  const inner = new Map<number, (Slot | undefined)[]>();
  names.forEach((name, place) => {
    const field = fields[name];
    const inside = shape[name];
    if (field === undefined || inside === undefined) throw new Error(`the field ${name} has no number`);
    put(slotsOf(field, slots, inner), field.number, slotFor(field, inside, place));
  });
  for (const [number, within] of inner) put(slots, number, inline(dense(within)));
  return { names, slots: dense(slots) };
}

function slotsOf(
  { within }: Field,
  outer: (Slot | undefined)[],
  inner: Map<number, (Slot | undefined)[]>,
): (Slot | undefined)[] {
  if (within === undefined) return outer;
  const known = inner.get(within) ?? [];
  inner.set(within, known);
  return known;
}

function put(slots: (Slot | undefined)[], number: number, slot: Slot): void {
  if (slots[number] !== undefined) throw new Error(`two fields have the number ${number}`);
  slots[number] = slot;
}

/** Without holes, which are slow to read. */
function dense<S>(slots: readonly (S | undefined)[]): readonly (S | undefined)[] {
  return Array.from({ length: slots.length }, (_, number) => slots[number]);
}

function inline(slots: readonly (Slot | undefined)[]): Slot {
  return { wire: delimited, take: (cursor, end, values) => readInto(slots, cursor, end, values) };
}

function slotFor(field: Field, shape: Shape, place: number): Slot {
  switch (field.reads) {
    case "text":
    case "time":
    case "microTime":
    case "integer":
    case "flag":
      return once(place, wireOf(field), scalar(field));
    case "texts":
      return repeated(place, text);
    case "message":
    case "messages": {
      const plan = compile(shapesIn(shape), field.fields);
      const read = (cursor: Cursor, end: number) => readObject(plan, cursor, end);
      return field.reads === "message" ? once(place, delimited, read) : repeated(place, read);
    }
    case "map":
      return mapSlot(place, field.values, keysIn(shape));
    case "json":
      return once(place, delimited, readFieldSet(shapesIn(shape)));
  }
}

function text(cursor: Cursor, end: number): string {
  return cursor.text(end);
}

function wireOf({ reads }: ScalarField): typeof varint | typeof delimited {
  return reads === "integer" || reads === "flag" ? varint : delimited;
}

function scalar({ reads, whenEmpty }: ScalarField): (cursor: Cursor, end: number) => unknown {
  switch (reads) {
    case "text":
      return whenEmpty === "kept" ? text : (cursor, end) => text(cursor, end) || undefined;
    case "integer":
      return whenEmpty === "kept"
        ? (cursor, end) => cursor.integer(end)
        : (cursor, end) => cursor.integer(end) || undefined;
    case "flag":
      return whenEmpty === "kept"
        ? (cursor, end) => cursor.integer(end) !== 0
        : (cursor, end) => cursor.integer(end) !== 0 || undefined;
    case "time":
      return readTime;
    case "microTime":
      return readMicroTime;
  }
}

const key = (1 << 3) | delimited;
const value = (2 << 3) | delimited;

/**
 * A map is a list of entries. As in JSON, it has no prototype, since its keys are free.
 *
 * @param kept those of which alone something is read, unless they are free; they are ASCII
 */
function mapSlot(place: number, values: MapField["values"], kept?: readonly string[]): Slot {
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

/** Takes the value that begins at the cursor to its place among the values of the object. */
type Take = (cursor: Cursor, end: number, values: unknown[]) => void;

interface Slot {
  readonly wire: WireType;
  readonly take: Take;
}

/** The fields of a message by their numbers; most numbers have none, and are passed over unread. */
type Slots = readonly (Slot | undefined)[];

/** How to read a message as an object with these fields, in this order. Its recursion ends where the shape ends. */
interface Plan {
  readonly names: readonly string[];
  readonly slots: Slots;
}

function readObject(plan: Plan, cursor: Cursor, end: number): { readonly [field: string]: unknown } {
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

function readInto(slots: Slots, cursor: Cursor, end: number, values: unknown[]): void {
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
function once(place: number, wire: WireType, read: (cursor: Cursor, end: number) => unknown): Slot {
  return {
    wire,
    take(cursor, end, values) {
      if (values[place] !== undefined) throw new Malformed("a field that comes twice", cursor.at);
      values[place] = read(cursor, end);
    },
  };
}

function repeated(place: number, read: (cursor: Cursor, end: number) => unknown): Slot {
  return {
    wire: delimited,
    take(cursor, end, values) {
      const list = values[place];
      if (Array.isArray(list)) list.push(read(cursor, end));
      else values[place] = [read(cursor, end)];
    },
  };
}
