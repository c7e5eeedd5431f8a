import { kindNamed, kindOf } from "../../model/index.ts";
import { complete, type Decoded, type TypeMeta } from "../../sources/decode/index.ts";
import { compile } from "./compile.ts";
import type { BuiltIn } from "./kinds/index.ts";
import type { ProtobufObject } from "./object.ts";
import { type Plan, readObject } from "./plan.ts";
import { wholeOf } from "./whole.ts";
import { Cursor } from "./wire/cursor.ts";

const plans = new Map<BuiltIn, Plan>();

/** The fields of a message that the kind's shape names. Throws `Malformed`. */
export function readFields(resource: BuiltIn, bytes: Buffer): { readonly [field: string]: unknown } {
  return readObject(planFor(resource), new Cursor(bytes), bytes.length);
}

/** An item of a list, which says what its items are. Throws `Malformed`. */
export function decodeItem<R extends BuiltIn>(resource: R, bytes: Buffer, implied: TypeMeta): Decoded<R> {
  return complete(resource, implied, readFields(resource, bytes));
}

/** An object that says itself what it is. Throws `Malformed`. */
export function decodeObject<R extends BuiltIn>(
  resource: R,
  { apiVersion, kind, message }: ProtobufObject,
): Decoded<R> {
  const definition = kindOf(resource);
  if (kindNamed(apiVersion, kind) === definition) return decodeItem(resource, message, { apiVersion, kind });
  return { ok: false, reason: `it is a ${apiVersion} ${kind}, not a ${definition.kind}` };
}

function planFor(resource: BuiltIn): Plan {
  const known = plans.get(resource);
  if (known !== undefined) return known;
  const { shape, fields } = wholeOf(resource);
  const made = compile(shape, fields);
  plans.set(resource, made);
  return made;
}
