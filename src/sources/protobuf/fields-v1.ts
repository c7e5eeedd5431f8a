import { type Reader, readerOf } from "../decode/shape.ts";
import type { FieldShapes } from "./plan.ts";
import { type Cursor, delimited } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

const raw = (1 << 3) | delimited;
const brace = 0x7b;

/**
 * `metav1.FieldsV1`: JSON in a field of bytes. It is a large part of every object, and seldom says what is looked for;
 * then it is not parsed. kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36).
 */
export function readFieldSet(shape: FieldShapes): (cursor: Cursor, end: number) => unknown {
  const read = readerOf(shape);
  const [first, ...others] = Object.entries(shape);
  if (first === undefined || others.length > 0) throw new Error("one field is looked for");
  const [name, inside] = first;
  const sought = Object.keys(inside).map(keyBytes);
  const begin = Buffer.from(`{${JSON.stringify(name)}:{`);
  const nothingSought = { [name]: {} };

  return (cursor, end) => {
    const bytes = bytesOf(cursor, end);
    if (bytes === undefined) return undefined;
    // A key can also be written with escapes.
    if (!bytes.includes(unicodeEscape) && !sought.some((key) => bytes.includes(key))) {
      if (bytes.subarray(0, begin.length).equals(begin)) return nothingSought;
      if (!bytes.includes(keyBytes(name)) && bytes[0] === brace) return {};
    }
    return parsed(bytes, cursor.at, read);
  };
}

const unicodeEscape = Buffer.from("\\u");

function keyBytes(name: string): Buffer {
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

function parsed(bytes: Buffer, at: number, read: Reader): unknown {
  try {
    return read(JSON.parse(bytes.toString("utf8")), []);
  } catch {
    throw new Malformed("a set of fields that is none", at);
  }
}
