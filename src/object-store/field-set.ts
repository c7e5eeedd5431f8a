import type { Shape } from "../kubernetes/index.ts";
import { isRecord, metadataShape, own } from "../kubernetes/index.ts";
import { Malformed } from "./protobuf/cursor.ts";

const [{ fieldsV1: sought }] = metadataShape.managedFields;

/**
 * What is looked for in a `metav1.FieldsV1`, which is JSON: objects within objects, of which it only matters that they are
 * there. The packer leaves out most of the rest. Throws `Malformed`.
 */
export function readFieldSet(json: string): unknown {
  try {
    return found(JSON.parse(json), sought);
  } catch {
    throw new Malformed("a set of fields that is none", 0);
  }
}

function found(value: unknown, shape: Shape): unknown {
  if (value === null || value === undefined) return undefined;
  if (shape === "present") return true;
  if (!isRecord(value) || !isFields(shape)) throw new Error("no set of fields");
  const free = shape["*"];
  const keys = Object.keys(free === undefined ? shape : value);
  const object: { [key: string]: unknown } = free === undefined ? {} : Object.create(null);
  for (const key of keys) {
    const inside = found(own(value, key), free ?? shape[key] ?? "present");
    if (inside !== undefined) object[key] = inside;
  }
  return object;
}

function isFields(shape: Shape): shape is { readonly [field: string]: Shape } {
  return typeof shape === "object" && !Array.isArray(shape);
}
