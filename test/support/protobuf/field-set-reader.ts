import type { Cursor } from "../../../src/object-store/protobuf/cursor.ts";
import { delimited, Malformed } from "../../../src/object-store/protobuf/cursor.ts";
import type { FieldShapes } from "../../../src/object-store/protobuf/whole.ts";
import type { Reader } from "../../../src/reading/decode/shape.ts";
import { readerOf } from "../../../src/reading/decode/shape.ts";

const raw = (1 << 3) | delimited;
/** A key can also be written with these. */
const unicodeEscape = Buffer.from("\\u");

/** The one field of a set of fields that is looked for, and what is looked for in it. */
interface Sought {
  readonly name: string;
  readonly quoted: Buffer;
  readonly inside: readonly Inside[];
}

interface Inside {
  readonly name: string;
  readonly quoted: Buffer;
  readonly read: Reader;
}

/**
 * `metav1.FieldsV1`: JSON in a field of bytes. It is a large part of every object, and says little that is looked for:
 * only that is parsed. kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36).
 */
export function readFieldSet(shape: FieldShapes): (cursor: Cursor, end: number) => unknown {
  const readAll = readerOf(shape);
  const sought = soughtIn(shape);
  return (cursor, end) => {
    const bytes = bytesOf(cursor, end);
    if (bytes === undefined) return undefined;
    return sparing(bytes, sought, cursor.at) ?? parsed(bytes, readAll, cursor.at);
  };
}

/** `undefined` when the JSON is not written as the API server writes it. */
function sparing(bytes: Buffer, { name, quoted, inside }: Sought, at: number): object | undefined {
  const found = findMember(bytes, 0, quoted);
  if (found === "not compact") return undefined;
  if (found === "absent") return bytes.includes(unicodeEscape) ? undefined : {};
  const object: { [field: string]: unknown } = {};
  for (const field of inside) {
    const value = findMember(bytes, found.from, field.quoted);
    if (value === "not compact") return undefined;
    if (value === "absent") continue;
    const [from, to] = [value.from, value.to()];
    object[field.name] = parsed(bytes.subarray(from, to), field.read, at);
  }
  return { [name]: object };
}

function soughtIn(shape: FieldShapes): Sought {
  const [first, ...others] = Object.entries(shape);
  if (first === undefined || others.length > 0) throw new Error("one field is looked for");
  const [name, inside] = first;
  return {
    name,
    quoted: keyOf(name),
    inside: Object.entries(inside as FieldShapes).map(([field, of]) => ({
      name: field,
      quoted: keyOf(field),
      read: readerOf(of),
    })),
  };
}

function keyOf(name: string): Buffer {
  return Buffer.from(JSON.stringify(name));
}

function bytesOf(cursor: Cursor, end: number): Buffer | undefined {
  let found: Buffer | undefined;
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag !== raw) throw new Malformed("a set of fields with something else", cursor.at);
    const inner = cursor.delimited(end);
    found = inner === cursor.at ? undefined : cursor.bytes.subarray(cursor.at, inner);
    cursor.at = inner;
  }
  return found;
}

function parsed(bytes: Buffer, read: Reader, at: number): unknown {
  try {
    return read(JSON.parse(bytes.toString("utf8")), []);
  } catch {
    throw new Malformed("a set of fields that is none", at);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const open = 0x7b;
const close = 0x7d;

/** Where the value of a member of an object begins, and, when that is asked, ends. */
interface Member {
  readonly from: number;
  to(): number;
}

/**
 * Looks for a key of the object that begins at `start`, whose values are all objects, without parsing what comes
 * before it. JSON that is written in another way than without spaces and escapes, or breaks off, is `not compact`.
 */
function findMember(bytes: Buffer, start: number, quoted: Buffer): Member | "absent" | "not compact" {
  if (bytes[start] !== open) return "not compact";
  if (bytes[start + 1] === close) return "absent";
  for (let at = start + 1; ; at++) {
    const keyEnd = endOfKey(bytes, at);
    if (keyEnd === undefined || bytes[keyEnd] !== colon || bytes[keyEnd + 1] !== open) return "not compact";
    const from = keyEnd + 1;
    if (keyEnd - at === quoted.length && isAt(bytes, at, quoted)) {
      return { from, to: () => endOfObject(bytes, from) ?? bytes.length };
    }
    const end = endOfObject(bytes, from);
    if (end === undefined) return "not compact";
    if (bytes[end] === close) return "absent";
    if (bytes[end] !== comma) return "not compact";
    at = end;
  }
}

function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let offset = 0; offset < expected.length; offset++)
    if (bytes[at + offset] !== expected[offset]) return false;
  return true;
}

/** The place after a key without escapes. */
function endOfKey(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== quote) return undefined;
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) return undefined;
    if (bytes[at] === quote) return at + 1;
  }
  return undefined;
}

/** The place after an object. */
function endOfObject(bytes: Buffer, start: number): number | undefined {
  const { length } = bytes;
  let depth = 0;
  for (let at = start; at < length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at++; at < length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
    } else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return at + 1;
  }
  return undefined;
}
