import { Cursor, delimited } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** The bytes that come before every object which the API server sends as protobuf. */
const magic = Buffer.from("k8s\0", "latin1");
export const magicLength = magic.length;

const messageTag = (2 << 3) | delimited;

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What an answer says it is, before the message itself. */
interface Envelope extends TypeMeta {
  /** Where the message begins and ends. */
  readonly from: number;
  readonly to: number;
}

export function isProtobuf(bytes: Uint8Array): boolean {
  return magic.equals(bytes.subarray(0, magic.length));
}

/**
 * Reads the `Unknown` around a message. kubernetes/apimachinery pkg/runtime/generated.proto Unknown, TypeMeta, and
 * pkg/runtime/serializer/protobuf/protobuf.go `Serializer.doEncode` (v1.36).
 */
export function openEnvelope(cursor: Cursor): Envelope {
  const end = cursor.bytes.length;
  const found = beginEnvelope(cursor);
  while (cursor.at < end) readField(cursor, end, found);
  if (found.raw === undefined) throw new Malformed("no message", cursor.at);
  return { ...typeOf(found), from: found.raw[0], to: found.raw[1] };
}

/** Goes to where the message begins, of which only the first bytes may be there. Throws `Malformed`, also where more is to come. */
export function enterEnvelope(cursor: Cursor): Envelope {
  const end = cursor.bytes.length;
  const found = beginEnvelope(cursor);
  while (cursor.bytes[cursor.at] !== messageTag) readField(cursor, end, found);
  cursor.at++;
  const length = cursor.uint32(end);
  return { ...typeOf(found), from: cursor.at, to: cursor.at + length };
}

/** Reads what stands behind the message, which belongs to the envelope. Throws `Malformed`. */
export function closeEnvelope(bytes: Buffer): void {
  const cursor = new Cursor(bytes);
  const found: Found = { raw: [0, 0] };
  while (cursor.at < bytes.length) readField(cursor, bytes.length, found);
  if (found.type !== undefined) throw new Malformed("a type behind the message", cursor.at);
}

/** What was found of an envelope. */
interface Found {
  type?: TypeMeta;
  raw?: readonly [from: number, to: number];
}

function typeOf({ type = { apiVersion: "", kind: "" } }: Found): TypeMeta {
  return type;
}

function beginEnvelope(cursor: Cursor): Found {
  if (!isProtobuf(cursor.bytes)) throw new Malformed("not the protobuf of Kubernetes", 0);
  cursor.at = magic.length;
  return {};
}

function readField(cursor: Cursor, end: number, found: Found): void {
  const tag = cursor.uint32(end);
  if ((tag & 7) !== delimited) throw new Malformed("an envelope of the wrong type", cursor.at);
  const inner = cursor.delimited(end);
  switch (tag >>> 3) {
    case 1:
      found.type = readTypeMeta(cursor, inner);
      break;
    case 2:
      if (found.raw !== undefined) throw new Malformed("a second message", cursor.at);
      found.raw = [cursor.at, inner];
      break;
    case 3:
      if (inner > cursor.at) throw new Malformed("a message in another encoding", cursor.at);
      break;
  }
  cursor.at = inner;
}

function readTypeMeta(cursor: Cursor, end: number): TypeMeta {
  const type = { apiVersion: "", kind: "" };
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === ((1 << 3) | delimited)) type.apiVersion = cursor.text(cursor.delimited(end));
    else if (tag === ((2 << 3) | delimited)) type.kind = cursor.text(cursor.delimited(end));
    else cursor.skip(tag & 7, end);
  }
  return type;
}
