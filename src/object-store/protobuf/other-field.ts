import type { Cursor } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** Metadata is field 1 of every list, and comes first; items are field 2. */
const ofList = 2;

/** Skips an unknown field of a list. Throws `Malformed` for one that has no place among the items. */
export function skipOther(cursor: Cursor, tag: number, end: number): void {
  if (tag >>> 3 <= ofList) throw new Malformed("a list of the wrong type", cursor.at);
  cursor.skip(tag & 7, end);
}
