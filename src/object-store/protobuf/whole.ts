import { kindOf, wholeShapeOf } from "../../model/index.ts";
import { type Fields, message } from "./field.ts";
import { type BuiltIn, builtIn } from "./kinds/index.ts";
import { metadata } from "./metadata.ts";
import type { FieldShapes } from "./plan.ts";

/** A shape, and where its fields are in the message. */
export interface Whole {
  readonly shape: FieldShapes;
  readonly fields: Fields;
}

/** The message of an object. */
export function wholeOf(resource: BuiltIn): Whole {
  return {
    shape: wholeShapeOf(kindOf(resource)),
    fields: { metadata: message(1, metadata), ...builtIn[resource] },
  };
}
