import { type Cursor, delimited } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** The bytes that come before every object which the API server sends as protobuf. */
const magic = Buffer.from("k8s\0", "latin1");
export const magicLength = magic.length;

/** What an answer says it is, before the message itself. */
interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
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
  if (!isProtobuf(cursor.bytes)) throw new Malformed("not the protobuf of Kubernetes", 0);
  cursor.at = magic.length;
  let type = { apiVersion: "", kind: "" };
  let raw: readonly [from: number, to: number] | undefined;
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if ((tag & 7) !== delimited) throw new Malformed("an envelope of the wrong type", cursor.at);
    const inner = cursor.delimited(end);
    switch (tag >>> 3) {
      case 1:
        type = readTypeMeta(cursor, inner);
        break;
      case 2:
        if (raw !== undefined) throw new Malformed("a second message", cursor.at);
        raw = [cursor.at, inner];
        break;
      case 3:
        if (inner > cursor.at) throw new Malformed("a message in another encoding", cursor.at);
        break;
    }
    cursor.at = inner;
  }
  if (raw === undefined) throw new Malformed("no message", cursor.at);
  return { ...type, from: raw[0], to: raw[1] };
}

/** Goes to where the message begins, of which only the first bytes may be there. */
export function enterEnvelope(cursor: Cursor): void {
  const end = cursor.bytes.length;
  if (!isProtobuf(cursor.bytes)) throw new Malformed("not the protobuf of Kubernetes", 0);
  cursor.at = magic.length;
  while (cursor.uint32(end) !== ((2 << 3) | delimited)) cursor.at = cursor.delimited(end);
  cursor.uint32(end);
}

function readTypeMeta(cursor: Cursor, end: number): { readonly apiVersion: string; readonly kind: string } {
  const type = { apiVersion: "", kind: "" };
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === ((1 << 3) | delimited)) type.apiVersion = cursor.text(cursor.delimited(end));
    else if (tag === ((2 << 3) | delimited)) type.kind = cursor.text(cursor.delimited(end));
    else cursor.skip(tag & 7, end);
  }
  return type;
}
