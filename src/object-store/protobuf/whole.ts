import type { Shape } from "../../kubernetes/index.ts";
import { isListShape, kindOf, wholeShapeOf } from "../../kubernetes/index.ts";
import type { Fields } from "./field.ts";
import { message } from "./field.ts";
import { metadata } from "./kinds/common.ts";
import type { BuiltIn } from "./kinds/index.ts";
import { builtIn } from "./kinds/index.ts";

export type FieldShapes = { readonly [field: string]: Shape };

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

/** The keys of a map of which alone something is read; `undefined` where they are free. */
export function keysIn(shape: Shape): readonly string[] | undefined {
  return "*" in shapesIn(shape) ? undefined : Object.keys(shapesIn(shape));
}

/** The fields of a message, or of the messages of a list. */
export function shapesIn(shape: Shape): FieldShapes {
  if (typeof shape === "string") throw new Error(`a message cannot be a ${shape}`);
  return isListShape(shape) ? shapesIn(shape[0]) : shape;
}
