import { shapesIn } from "../protobuf/compile.ts";
import { readFieldSet } from "../protobuf/fields-v1.ts";
import type { FieldShapes } from "../protobuf/plan.ts";
import type { Whole } from "../protobuf/whole.ts";
import type { Cursor } from "../protobuf/wire/cursor.ts";

/** What is looked for in a set of fields. */
export type ReadFieldSet = (cursor: Cursor, end: number) => unknown;

/** One for all kinds that look for the same: what was read of one of them need not be read of another. */
const known = new Map<FieldShapes, ReadFieldSet>();

/** Of the one set of fields that is looked into. */
export function fieldSetIn({ shape, fields }: Whole): ReadFieldSet | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const inside = shape[name];
    if (inside === undefined) continue;
    if (field.reads === "json") return readFieldSetOnce(shapesIn(inside));
    if (field.reads !== "message" && field.reads !== "messages") continue;
    const found = fieldSetIn({ shape: shapesIn(inside), fields: field.fields });
    if (found !== undefined) return found;
  }
  return undefined;
}

function readFieldSetOnce(shape: FieldShapes): ReadFieldSet {
  const before = known.get(shape);
  if (before !== undefined) return before;
  const made = readFieldSet(shape);
  known.set(shape, made);
  return made;
}
