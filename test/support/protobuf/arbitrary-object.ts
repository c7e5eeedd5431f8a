import fc from "fast-check";
import type { Shape } from "../../../src/kubernetes/index.ts";
import { kindOf, wholeShapeOf } from "../../../src/kubernetes/index.ts";
import type { Field, Fields } from "../../../src/object-store/protobuf/field.ts";
import { message } from "../../../src/object-store/protobuf/field.ts";
import { metadata } from "../../../src/object-store/protobuf/kinds/common.ts";
import type { BuiltIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { keysIn } from "../../../src/object-store/protobuf/whole.ts";

type Values = Readonly<Record<string, unknown>>;

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 90 }), fc.constantFrom("Bound", "shop", ""));
const filled = text.filter((value) => value !== "");
const integer = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constant(0));
const seconds = fc.integer({ min: -62_135_596_799, max: 253_402_300_799 });
const wholeSeconds = seconds.map((value) => new Date(value * 1000).toISOString().replace(".000Z", "Z"));
const micros = fc
  .tuple(wholeSeconds, fc.integer({ min: 0, max: 999_999 }))
  .map(([time, fraction]) => time.replace("Z", `.${String(fraction).padStart(6, "0")}Z`));

/** An object of this kind with any fields of its shape, as `decode` gives it, plus map keys that no code reads. */
export function objectsOf(resource: BuiltIn): fc.Arbitrary<Values> {
  const shape: Shape = wholeShapeOf(kindOf(resource));
  const any = recordOf({ metadata: message(1, metadata), ...builtIn[resource] }, shape);
  return fc.tuple(any, filled, filled, filled).map(([values, name, uid, namespace]) => ({
    ...values,
    metadata: {
      ...without(values.metadata),
      name,
      uid,
      ...(kindOf(resource).namespaced ? { namespace } : {}),
    },
  }));
}

function without(value: unknown): Values {
  const { namespace: _, ...others } = (value ?? {}) as Values;
  return others;
}

function recordOf(fields: Fields, shape: Shape): fc.Arbitrary<Values> {
  const inner = Object.entries(fields).map(([name, field]) => {
    const inside = (shape as { readonly [field: string]: Shape })[name];
    assertShape(inside);
    return [name, fc.option(fieldOf(field, inside), { nil: undefined, freq: 2 })] as const;
  });
  return fc
    .record(Object.fromEntries(inner))
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

function fieldOf(field: Field, shape: Shape): fc.Arbitrary<unknown> {
  switch (field.reads) {
    case "text":
      return field.whenEmpty === "omitempty" ? filled : text;
    case "integer":
      return field.whenEmpty === "omitempty" ? integer.filter((value) => value !== 0) : integer;
    case "flag":
      return field.whenEmpty === "omitempty" ? fc.constant(true) : fc.boolean();
    case "time":
      return wholeSeconds;
    case "microTime":
      return micros;
    case "texts":
      return fc.array(text, { minLength: 1, maxLength: 3 });
    case "message":
      return recordOf(field.fields, shape);
    case "messages": {
      const [item] = shape as readonly [Shape];
      return fc.array(recordOf(field.fields, item), { minLength: 1, maxLength: 3 });
    }
    case "map":
      return mapOf(shape);
    case "json":
      return fieldSets;
  }
}

/** No code reads these. */
const foreign = ["checksum/config", "pvguard.dev/ignored", "sidecar.istio.io/status"];

/** Where keys are free, any. Else some of those that are read and some that are not, in the order in which a server sends them. */
function mapOf(shape: Shape): fc.Arbitrary<Values> {
  const keys = keysIn(shape);
  if (keys !== undefined)
    return fc.subarray([...keys, ...foreign].sort(), { minLength: 1, maxLength: 3 }).chain(textsFor);
  return fc
    .dictionary(text, text, { minKeys: 1, maxKeys: 3 })
    .map((map) => Object.assign(Object.create(null), map));
}

function textsFor(keys: readonly string[]): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(keys.map((key) => [key, text])), { noNullPrototype: true });
}

/** Sets of managed fields, with much that is not looked for. */
const names = fc.constantFrom("f:metadata", "f:finalizers", "f:annotations", "f:spec", 'v:"x"', ".", "ü");
const fieldSets = fc.letrec<{ readonly set: Values }>((tie) => ({
  set: fc.dictionary(
    fc.oneof(names, fc.constant("f:pv.kubernetes.io/bind-completed")),
    fc.oneof({ maxDepth: 3 }, fc.constant({}), tie("set")),
    { maxKeys: 4 },
  ),
})).set;

function assertShape(shape: Shape | undefined): asserts shape is Shape {
  if (shape === undefined) throw new Error("a field without a shape");
}
