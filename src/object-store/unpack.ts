/** Objects, made of what the packer wrote for them. */
import type { Shape } from "../kubernetes/index.ts";
import type { Field } from "./protobuf/field.ts";
import type { Whole } from "./protobuf/whole.ts";
import { keysIn, shapesIn } from "./protobuf/whole.ts";
import type { Reader } from "./reader.ts";

type Unpack = (reader: Reader) => unknown;

/** A field of a message, at its place in the order of the shape. */
export interface UnpackedField {
  readonly name: string;
  readonly unpack: Unpack;
}

/** How the fields of a message are made of what `program/layout.ts` tells the packer to write of them. */
export function fieldsOf({ shape, fields }: Whole): readonly UnpackedField[] {
  return Object.entries(shape).map(([name, inside]) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the field ${name} has no number`);
    return { name, unpack: unpackOf(field, inside) };
  });
}

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

function unpackOf(field: Field, shape: Shape): Unpack {
  switch (field.reads) {
    case "text":
      return unpackText;
    case "integer":
      return (reader) => reader.signed();
    case "flag":
      return (reader) => reader.byte() === 1;
    case "time":
      return (reader) => secondsText(reader.seconds());
    case "microTime":
      return unpackMicroTime;
    case "texts":
      return unpackList(unpackText);
    case "message":
      return unpackMessage({ shape: shapesIn(shape), fields: field.fields });
    case "messages":
      return unpackList(unpackMessage({ shape: shapesIn(shape), fields: field.fields }));
    case "map":
      return unpackMap(keysIn(shape) === undefined);
    case "json":
      return (reader) => reader.fieldSet();
  }
}

function unpackText(reader: Reader): string {
  return reader.text();
}

function unpackMicroTime(reader: Reader): string {
  const whole = secondsText(reader.seconds());
  const micros = String(Math.trunc(reader.nanos() / 1000)).padStart(6, "0");
  return whole.replace("Z", `.${micros}Z`);
}

/** What its fields are is asked when there is one. */
function unpackMessage(message: Whole): Unpack {
  let fields: readonly UnpackedField[] | undefined;
  const read = (reader: Reader) => {
    fields ??= fieldsOf(message);
    return unpackFields(fields, reader);
  };
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

/** Texts by keys. As in JSON, what is made of them has no prototype where the keys are free. */
function unpackMap(isFree: boolean): Unpack {
  const read = (reader: Reader, count: number) => {
    const values: { [key: string]: unknown } = {};
    // Made by `Object.create(null)`, a map of a few labels takes three times the room.
    if (isFree) Object.setPrototypeOf(values, null);
    for (let at = 0; at < count; at++) {
      const key = reader.text();
      values[key] = reader.text();
    }
    return values;
  };
  return (reader) => reader.whole(read);
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
