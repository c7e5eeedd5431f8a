import { openEnvelope } from "./envelope.ts";
import { type ProtobufList, readList } from "./list.ts";
import { ProtobufObject } from "./object.ts";
import { readStatus } from "./status.ts";
import { Cursor } from "./wire/cursor.ts";

/** A list, an object, or the report of a failure as its JSON would be. Throws `Malformed`. */
export function readAnswer(
  bytes: Buffer,
): ProtobufList | ProtobufObject | { readonly [field: string]: unknown } {
  const { apiVersion, kind, from, to } = openEnvelope(new Cursor(bytes));
  if (kind === "Status") return readStatus(bytes);
  return kind.endsWith("List")
    ? readList(bytes)
    : new ProtobufObject(apiVersion, kind, bytes.subarray(from, to));
}
