import type { Path, Shape } from "../model/index.ts";
import { isDecimal, isPlain } from "./field-forms.ts";
import type { Field } from "./protobuf/field.ts";
import { keysIn, shapesIn, type Whole } from "./protobuf/whole.ts";
import type { Reader } from "./reader.ts";

/** Makes a value of what the packer wrote for it. */
type Unpack = (reader: Reader) => unknown;

/** A field of a message, at its place in the order of the shape. */
export interface UnpackedField {
  readonly name: string;
  readonly unpack: Unpack;
}

/** How the fields of a message are made of what `program/layout.ts` has written of them; of those inside, when there is one. */
export function fieldsOf({ shape, fields }: Whole, path: Path = []): readonly UnpackedField[] {
  return Object.entries(shape).map(([name, inside]) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the field ${name} has no number`);
    return { name, unpack: unpackOf(field, inside, [...path, name]) };
  });
}

function unpackOf(field: Field, shape: Shape, path: Path): Unpack {
  switch (field.reads) {
    case "text":
      return unpackTextOf(path);
    case "integer":
      return unpackInteger;
    case "flag":
      return unpackFlag;
    case "time":
      return unpackTime;
    case "microTime":
      return unpackMicroTime;
    case "texts":
      return unpackList(unpackTextOf(path));
    case "message":
    case "messages": {
      const inside = () => fieldsOf({ shape: shapesIn(shape), fields: field.fields }, path);
      if (field.reads === "messages") return unpackList(unpackMessage(inside));
      return isPlain(path) ? unpackPlain(inside) : unpackMessage(inside);
    }
    case "map":
      return keysIn(shape) === undefined ? unpackMap : unpackNamed;
    case "json":
      return unpackFieldSet;
  }
}

function unpackTextOf(path: Path): Unpack {
  return isDecimal(path) ? unpackDecimal : unpackText;
}

const unpackText: Unpack = (reader) => reader.text();
/** Twice a number, or 1 before a text that is none. */
const unpackDecimal: Unpack = (reader) => {
  const twice = reader.number();
  return twice % 2 === 0 ? String(twice / 2) : reader.text();
};
const unpackInteger: Unpack = (reader) => reader.signed();
const unpackFlag: Unpack = (reader) => reader.byte() === 1;
const unpackTime: Unpack = (reader) => secondsText(reader.seconds());
const unpackMicroTime: Unpack = (reader) => {
  const whole = secondsText(reader.seconds());
  const micros = String(Math.trunc(reader.nanos() / 1000)).padStart(6, "0");
  return whole.replace("Z", `.${micros}Z`);
};
const unpackFieldSet: Unpack = (reader) => reader.fieldSet();

export function unpackFields(
  fields: readonly UnpackedField[],
  reader: Reader,
): { readonly [field: string]: unknown } {
  const object: { [field: string]: unknown } = {};
  for (let at = reader.byte(); at !== 0; at = reader.byte()) {
    const field = fields[at - 1];
    if (field !== undefined) object[field.name] = field.unpack(reader);
  }
  return object;
}

/** A message that is written in its place. What its fields are is asked when there is one. */
function unpackPlain(fieldsOf: () => readonly UnpackedField[]): Unpack {
  let fields: readonly UnpackedField[] | undefined;
  return (reader) => {
    fields ??= fieldsOf();
    return unpackFields(fields, reader);
  };
}

/** A message that may have come before. */
function unpackMessage(fieldsOf: () => readonly UnpackedField[]): Unpack {
  const read = unpackPlain(fieldsOf);
  return (reader) => reader.whole(read);
}

function unpackList(unpack: Unpack): Unpack {
  const read = (reader: Reader, count: number) => {
    const values: unknown[] = new Array(count);
    for (let at = 0; at < count; at++) values[at] = unpack(reader);
    return values;
  };
  return (reader) => reader.whole(read);
}

/** Texts by keys. As in JSON, what is made of them has no prototype, since the keys are free. */
const unpackMap: Unpack = (reader) => reader.whole(readMap);
/** Texts by keys of ours. */
const unpackNamed: Unpack = (reader) => reader.whole(readNamed);

function readMap(reader: Reader, count: number): { readonly [key: string]: unknown } {
  return readEntries(reader, count, Object.setPrototypeOf({}, null));
}

function readNamed(reader: Reader, count: number): { readonly [key: string]: unknown } {
  return readEntries(reader, count, {});
}

function readEntries(
  reader: Reader,
  count: number,
  values: { [key: string]: unknown },
): { readonly [key: string]: unknown } {
  for (let at = 0; at < count; at++) {
    const key = reader.text();
    values[key] = reader.text();
  }
  return values;
}

/** Times that came lately: those of an object are often the same. A power of two. */
const places = 1 << 10;
const kept: { readonly seconds: number; readonly text: string }[] = new Array(places).fill({
  seconds: Number.NaN,
  text: "",
});

/** `2026-11-20T12:00:00Z` */
function secondsText(seconds: number): string {
  const place = seconds & (places - 1);
  const known = kept[place];
  if (known?.seconds === seconds) return known.text;
  const text = new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  kept[place] = { seconds, text };
  return text;
}
