import { beginIn, Malformed } from "../../../src/object-store/index.ts";
import { openEnvelope } from "../../../src/object-store/protobuf/answer.ts";
import { Cursor, delimited } from "../../../src/object-store/protobuf/cursor.ts";

/** A list, or a page of one, that has come as a whole. */
export interface PlainList {
  readonly kind: string;
  readonly token: string | undefined;
  readonly remaining: number | undefined;
  readonly items: Messages;
}

const itemTag = (2 << 3) | delimited;

/** The messages of a list's items, each with its tag and its length before it. */
export class Messages {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Throws `Malformed`. */
  *[Symbol.iterator](): Iterator<Buffer> {
    const { bytes } = this;
    const cursor = new Cursor(bytes);
    while (cursor.at < bytes.length) {
      const tag = cursor.uint32(bytes.length);
      if (tag !== itemTag) {
        if (tag >>> 3 <= 2) throw new Malformed("a list of the wrong type", cursor.at);
        cursor.skip(tag & 7, bytes.length);
        continue;
      }
      const end = cursor.delimited(bytes.length);
      yield bytes.subarray(cursor.at, end);
      cursor.at = end;
    }
  }
}

/** Throws `Malformed`. */
export function readList(bytes: Buffer): PlainList {
  const { kind, from: first, to } = openEnvelope(new Cursor(bytes));
  if (!kind.endsWith("List")) throw new Malformed("not a list", 0);
  const begin = beginIn(bytes);
  // One without metadata, which no server sends, says nothing of itself.
  const { token, remaining, from } =
    typeof begin === "string" ? { token: undefined, remaining: undefined, from: first } : begin;
  return { kind, token, remaining, items: new Messages(bytes.subarray(from, to)) };
}
