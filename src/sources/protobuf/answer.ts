import { openEnvelope } from "./envelope.ts";
import { type ProtobufList, readList } from "./list.ts";
import { readStatus } from "./status.ts";
import { Cursor } from "./wire/cursor.ts";

/** A list, or the report of a failure as its JSON would be. Throws `Malformed`. */
export function readAnswer(bytes: Buffer): ProtobufList | { readonly [field: string]: unknown } {
  return openEnvelope(new Cursor(bytes)).kind === "Status" ? readStatus(bytes) : readList(bytes);
}
