/** What an answer of the API server says before, between and behind its objects: of those the packer takes care. */
import { Cursor, delimited, Malformed, varint } from "./cursor.ts";
import type { Fields } from "./field.ts";
import { integer, message, text } from "./field.ts";
import { metadata } from "./kinds/common.ts";

/** The bytes that come before every object which the API server sends as protobuf. */
const magic = Buffer.from("k8s\0", "latin1");
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
  while (cursor.at < end) readAround(cursor, end, found);
  if (found.raw === undefined) throw new Malformed("no message", cursor.at);
  return { ...typeOf(found), from: found.raw[0], to: found.raw[1] };
}

/** Goes to where the message begins, of which only the first bytes may be there. Throws `Malformed`, also where more is to come. */
function enterEnvelope(cursor: Cursor): Envelope {
  const end = cursor.bytes.length;
  const found = beginEnvelope(cursor);
  while (cursor.bytes[cursor.at] !== messageTag) readAround(cursor, end, found);
  cursor.at++;
  const length = cursor.uint32(end);
  return { ...typeOf(found), from: cursor.at, to: cursor.at + length };
}

/** Reads what stands behind the message, which belongs to the envelope. Throws `Malformed`. */
export function closeEnvelope(bytes: Buffer): void {
  const cursor = new Cursor(bytes);
  const found: Found = { raw: [0, 0] };
  while (cursor.at < bytes.length) readAround(cursor, bytes.length, found);
  if (found.type !== undefined) throw new Malformed("a type behind the message", cursor.at);
}

/** What was found of an envelope. */
interface Found {
  type?: Partial<TypeMeta>;
  raw?: readonly [from: number, to: number];
}

function typeOf({ type = {} }: Found): TypeMeta {
  return { apiVersion: "", kind: "", ...type };
}

function beginEnvelope(cursor: Cursor): Found {
  if (!isProtobuf(cursor.bytes)) throw new Malformed("not the protobuf of Kubernetes", 0);
  cursor.at = magic.length;
  return {};
}

function readAround(cursor: Cursor, end: number, found: Found): void {
  const tag = cursor.uint32(end);
  if ((tag & 7) !== delimited) throw new Malformed("an envelope of the wrong type", cursor.at);
  const inner = cursor.delimited(end);
  switch (tag >>> 3) {
    case 1:
      found.type = readFew(typeMeta, cursor, inner);
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

const typeMeta = { apiVersion: text(1, "omitempty"), kind: text(2, "omitempty") };

/** What a list says of itself before its items. */
export interface BeginOfList {
  /** `PodList`. */
  readonly kind: string;
  /** Where the list goes on. */
  readonly token: string | undefined;
  /** How many objects are left there, as far as it says. */
  readonly remaining: number | undefined;
  /** Where its items begin and end, from the begin of the answer. */
  readonly from: number;
  readonly to: number;
}

const metadataTag = (1 << 3) | delimited;
/** `ListMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const listMetadata = { continue: text(3, "omitempty"), remainingItemCount: integer(4) };

/**
 * Reads the first bytes of a list, whose metadata comes before its items. `more`: what cannot be read may only have broken
 * off. `another`: no list whose begin is as the API server writes it.
 */
export function beginIn(begin: Buffer): BeginOfList | "more" | "another" {
  if (begin.length >= magic.length && !isProtobuf(begin)) return "another";
  try {
    const cursor = new Cursor(begin);
    const { kind, to } = enterEnvelope(cursor);
    if (cursor.uint32(begin.length) !== metadataTag) return "another";
    const { continue: token, remainingItemCount: remaining } = readFew<{
      readonly continue: string;
      readonly remainingItemCount: number;
    }>(listMetadata, cursor, cursor.delimited(begin.length));
    return { kind, token, remaining, from: cursor.at, to };
  } catch (problem) {
    if (problem instanceof Malformed) return "more";
    throw problem;
  }
}

/** `Status`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const status = {
  metadata: message(1, { continue: text(3, "omitempty") }),
  message: text(3, "omitempty"),
  reason: text(4, "omitempty"),
  details: message(5, { name: text(1, "omitempty") }),
};

/** The server's report of a failure, as far as it is looked at, as the JSON of it would be. Throws `Malformed`. */
export function readStatus(bytes: Buffer): { readonly [field: string]: unknown } {
  const cursor = new Cursor(bytes);
  const { apiVersion, kind, from, to } = openEnvelope(cursor);
  if (kind !== "Status") throw new Malformed("not a Status", from);
  cursor.at = from;
  return { apiVersion, kind, ...readFew(status, cursor, to) };
}

const { name, namespace, uid } = metadata;
const identity = { metadata: message(1, { name, namespace, uid }) };

/** What every object says of itself, as far as this one does, as the JSON of it would be. Throws `Malformed`. */
export function readIdentity(bytes: Buffer): { readonly [field: string]: unknown } {
  return readFew(identity, new Cursor(bytes), bytes.length);
}

/** The fields of a message that are texts, whole numbers and messages of such. Throws `Malformed`. */
function readFew<T>(fields: Fields, cursor: Cursor, end: number): Partial<T> {
  const found: { [name: string]: unknown } = {};
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    const [name, field] = Object.entries(fields).find(([, { number }]) => number === tag >>> 3) ?? [];
    if (name === undefined || field === undefined) {
      cursor.skip(tag & 7, end);
      continue;
    }
    if (name in found) throw new Malformed("a field that comes twice", cursor.at);
    if (field.reads === "integer" && (tag & 7) === varint) found[name] = cursor.integer(end);
    else if (field.reads === "integer" || (tag & 7) !== delimited)
      throw new Malformed("another wire type", cursor.at);
    else {
      const inner = cursor.delimited(end);
      if (field.reads === "message") found[name] = readFew(field.fields, cursor, inner);
      else if (inner > cursor.at) found[name] = cursor.text(inner);
    }
  }
  // Only these fields are read.
  return found as Partial<T>;
}
