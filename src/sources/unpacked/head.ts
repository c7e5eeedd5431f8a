import { Malformed } from "../protobuf/index.ts";
import { type Cursor, delimited } from "../protobuf/wire/cursor.ts";

/** Where in the bytes an object says what every object says; nowhere is from 0 to 0. */
export interface Head {
  nameFrom: number;
  nameTo: number;
  namespaceFrom: number;
  namespaceTo: number;
  uid: "some" | "none";
}

const metadata = (1 << 3) | delimited;
/** `ObjectMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const name = (1 << 3) | delimited;
const namespace = (3 << 3) | delimited;
const uid = (5 << 3) | delimited;

/** Whether objects of the kind are in namespaces. */
export type Placement = "in a namespace" | "in none";

/** Reads the message from the cursor up to this end. Throws `Malformed`. */
export function headAt(cursor: Cursor, end: number, placement: Placement): Head {
  let head: Head | undefined;
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag >>> 3 === 0) throw new Malformed("a field without a number", cursor.at);
    const inner = tag === metadata ? cursor.delimited(end) : undefined;
    if (inner === undefined) cursor.skip(tag & 7, end);
    else if (head !== undefined) throw new Malformed("a field that comes twice", cursor.at);
    else {
      head = headIn(cursor, inner, placement);
      cursor.at = inner;
    }
  }
  return head ?? nothing();
}

export function nothing(): Head {
  return { nameFrom: 0, nameTo: 0, namespaceFrom: 0, namespaceTo: 0, uid: "none" };
}

/** Until all of it is there, since most of the metadata comes after it. */
function headIn(cursor: Cursor, end: number, placement: Placement): Head {
  const head = nothing();
  while (cursor.at < end && !isWhole(head, placement)) {
    const tag = cursor.uint32(end);
    if (tag !== name && tag !== namespace && tag !== uid) {
      cursor.skip(tag & 7, end);
      continue;
    }
    const to = cursor.delimited(end);
    if (tag === name) {
      head.nameFrom = cursor.at;
      head.nameTo = to;
    } else if (tag === namespace) {
      head.namespaceFrom = cursor.at;
      head.namespaceTo = to;
    } else if (to > cursor.at) head.uid = "some";
    cursor.at = to;
  }
  return head;
}

function isWhole({ nameTo, namespaceTo, uid }: Head, placement: Placement): boolean {
  return uid === "some" && nameTo > 0 && (namespaceTo > 0 || placement === "in none");
}
