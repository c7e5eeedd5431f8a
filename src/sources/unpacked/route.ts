import type { FieldTest, Path } from "../../model/index.ts";
import { type Field, type Fields, message } from "../protobuf/field.ts";
import { type BuiltIn, builtIn } from "../protobuf/kinds/index.ts";
import { metadata } from "../protobuf/metadata.ts";
import { type Cursor, delimited } from "../protobuf/wire/cursor.ts";

/** The numbers of the messages on the way to one. */
type Route = readonly number[];

/** Looks at a message for what a test asks. */
export interface Look {
  /** With which byte each field begins that is looked for, where few other bytes are the same. */
  readonly mark: number | undefined;
  /** What holds of a message in which the mark does not occur. */
  readonly unmarked: boolean;
  /** Looks at the message between the cursor and this end. Throws `Malformed`. */
  holds(cursor: Cursor, end: number): boolean;
}

/** `undefined` for a test that cannot be answered by looking. */
export function lookFor(resource: BuiltIn, test: FieldTest): Look | undefined {
  const route = routeTo(resource, test.path);
  if (route === undefined) return undefined;
  switch (test.is) {
    case "set":
      return { mark: markOf(route), unmarked: false, holds: (cursor, end) => isAt(route, cursor, end, 0) };
    case "absent":
      return { mark: markOf(route), unmarked: true, holds: (cursor, end) => !isAt(route, cursor, end, 0) };
    case "one of":
    case "none of":
    case "other than":
    case "beginning with":
    case "unlike":
      return undefined;
  }
}

/** A tag that takes more than one byte begins with the same one however it is written; others are bytes of any text. */
function markOf(route: Route): number | undefined {
  const tag = tagAt(route, route.length - 1);
  return tag < 0x80 ? undefined : (tag & 0x7f) | 0x80;
}

function tagAt(route: Route, passed: number): number {
  return ((route[passed] ?? 0) << 3) | delimited;
}

function routeTo(resource: BuiltIn, path: Path): Route | undefined {
  const route: number[] = [];
  let fields: Fields = { metadata: message(1, metadata), ...builtIn[resource] };
  for (const name of path) {
    const field: Field | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // Of other fields an empty one is there in protobuf, and absent all the same.
    if (field === undefined || !("fields" in field)) return undefined;
    if (field.within !== undefined) route.push(field.within);
    route.push(field.number);
    fields = field.fields;
  }
  return route;
}

/** Throws `Malformed`. */
function isAt(route: Route, cursor: Cursor, end: number, passed: number): boolean {
  const wanted = tagAt(route, passed);
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag !== wanted) cursor.skip(tag & 7, end);
    else if (passed === route.length - 1) return true;
    else {
      const inner = cursor.delimited(end);
      if (isAt(route, cursor, inner, passed + 1)) return true;
      cursor.at = inner;
    }
  }
  return false;
}
