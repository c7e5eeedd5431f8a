import { microsText, secondsText } from "./protobuf/wire/time.ts";
import type { Reader } from "./reader.ts";

/** Makes a value of what the packer wrote for it. */
export type Unpack = (reader: Reader) => unknown;

/** A field of a message, at its place in the order of the shape. */
export interface UnpackedField {
  readonly name: string;
  readonly unpack: Unpack;
}

export const unpackText: Unpack = (reader) => reader.text();
/** Twice a number, or 1 before a text that is none. */
export const unpackDecimal: Unpack = (reader) => {
  const twice = reader.number();
  return twice % 2 === 0 ? String(twice / 2) : reader.text();
};
export const unpackInteger: Unpack = (reader) => reader.signed();
export const unpackFlag: Unpack = (reader) => reader.byte() === 1;
export const unpackTime: Unpack = (reader) => secondsText(reader.seconds());
export const unpackMicroTime: Unpack = (reader) =>
  microsText({ seconds: reader.seconds(), nanos: reader.nanos() });
export const unpackValue: Unpack = (reader) => reader.value();

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
export function unpackPlain(fieldsOf: () => readonly UnpackedField[]): Unpack {
  let fields: readonly UnpackedField[] | undefined;
  return (reader) => {
    fields ??= fieldsOf();
    return unpackFields(fields, reader);
  };
}

/** A message that may have come before. */
export function unpackMessage(fieldsOf: () => readonly UnpackedField[]): Unpack {
  const read = unpackPlain(fieldsOf);
  return (reader) => reader.whole(read);
}

export function unpackList(unpack: Unpack): Unpack {
  const read = (reader: Reader, count: number) => {
    const values: unknown[] = new Array(count);
    for (let at = 0; at < count; at++) values[at] = unpack(reader);
    return values;
  };
  return (reader) => reader.whole(read);
}

/** Texts by keys. As in JSON, what is made of them has no prototype, since the keys are free. */
export const unpackMap: Unpack = (reader) => reader.whole(readMap);
/** Texts by keys of ours. */
export const unpackNamed: Unpack = (reader) => reader.whole(readNamed);

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
