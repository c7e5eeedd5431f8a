import type { FieldTest, Path } from "../../model/index.ts";
import { type Field, type Fields, message } from "../protobuf/field.ts";
import { type BuiltIn, builtIn } from "../protobuf/kinds/index.ts";
import { metadata } from "../protobuf/metadata.ts";
import { Cursor, delimited } from "../protobuf/wire/cursor.ts";

/** The numbers of the messages on the way to one. */
type Route = readonly number[];

/** Looks at a message for what a test asks; `undefined` for a test that cannot be answered by looking. */
export function lookFor(resource: BuiltIn, test: FieldTest): ((object: Buffer) => boolean) | undefined {
  const route = routeTo(resource, test.path);
  if (route === undefined) return undefined;
  switch (test.is) {
    case "set":
      return (object) => isAt(route, new Cursor(object), object.length, 0);
    case "absent":
      return (object) => !isAt(route, new Cursor(object), object.length, 0);
    case "one of":
    case "none of":
    case "other than":
    case "beginning with":
    case "unlike":
      return undefined;
  }
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
  const wanted = ((route[passed] ?? 0) << 3) | delimited;
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
