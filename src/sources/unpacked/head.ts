import { Malformed } from "../protobuf/index.ts";
import { Cursor, delimited } from "../protobuf/wire/cursor.ts";

/** What every object says of itself; empty where it does not. */
export interface Head {
  name: string;
  namespace: string;
  uid: "some" | "none";
}

const metadata = (1 << 3) | delimited;
/** `ObjectMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const name = (1 << 3) | delimited;
const namespace = (3 << 3) | delimited;
const uid = (5 << 3) | delimited;

/** Throws `Malformed`. */
export function headOf(message: Buffer): Head {
  const cursor = new Cursor(message);
  const end = message.length;
  let head: Head | undefined;
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag >>> 3 === 0) throw new Malformed("a field without a number", cursor.at);
    if (tag !== metadata) cursor.skip(tag & 7, end);
    else if (head !== undefined) throw new Malformed("a field that comes twice", cursor.at);
    else head = headIn(cursor, cursor.delimited(end));
  }
  return head ?? { name: "", namespace: "", uid: "none" };
}

function headIn(cursor: Cursor, end: number): Head {
  const head: Head = { name: "", namespace: "", uid: "none" };
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === name) head.name = cursor.text(cursor.delimited(end));
    else if (tag === namespace) head.namespace = cursor.text(cursor.delimited(end));
    else if (tag === uid) head.uid = passed(cursor, cursor.delimited(end));
    else cursor.skip(tag & 7, end);
  }
  return head;
}

/** Nobody asks for it, and to read it takes longer than all the rest. */
function passed(cursor: Cursor, end: number): Head["uid"] {
  const found = end > cursor.at ? "some" : "none";
  cursor.at = end;
  return found;
}
