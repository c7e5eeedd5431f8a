import { kindOf } from "../../../src/kubernetes/index.ts";
import type { Field } from "../../../src/object-store/protobuf/field.ts";
import { message } from "../../../src/object-store/protobuf/field.ts";
import { metadata } from "../../../src/object-store/protobuf/kinds/common.ts";
import type { BuiltIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { delimited, varint } from "./writer.ts";

type Values = Readonly<Record<string, unknown>>;

/** Where a field of an object is in its message: also of fields that pvguard does not read. */
export type Wire =
  | Field
  | { readonly reads: "intOrString"; readonly number: number; readonly within?: number }
  | {
      readonly reads: "message" | "messages";
      readonly number: number;
      readonly within?: number;
      readonly fields: Wires;
    };
export type Wires = { readonly [name: string]: Wire };

/** The message of an object, with the fields of its kind's table. */
export function encode(resource: BuiltIn, object: Values): Buffer {
  return encodeMessage(tableOf(resource), object);
}

const tables = new Map<BuiltIn, Wires>();

/** The fields that pvguard reads. */
export function tableOf(resource: BuiltIn): Wires {
  const known = tables.get(resource);
  if (known !== undefined) return known;
  const made = { metadata: message(1, metadata), ...builtIn[resource] };
  tables.set(resource, made);
  return made;
}

export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A page as the API server sends it. */
export function encodeList(resource: BuiltIn, objects: readonly Values[], meta: ListMeta = {}): Buffer {
  const items = objects.map((object) => delimited(2, encode(resource, object)));
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  const list = Buffer.concat([encodeListMeta(meta), ...items]);
  return envelope(apiVersion, `${kindOf(resource).kind}List`, list);
}

/** The first field of a list. */
export function encodeListMeta({
  resourceVersion = "1234",
  continue: token,
  remainingItemCount,
}: ListMeta): Buffer {
  const fields = [
    delimited(1, ""),
    delimited(2, resourceVersion),
    delimited(3, token ?? ""),
    ...(remainingItemCount === undefined ? [] : [varint(4, remainingItemCount)]),
  ];
  return delimited(1, Buffer.concat(fields));
}

export function envelope(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
  const type = Buffer.concat([delimited(1, apiVersion), delimited(2, kind)]);
  const unknown = [delimited(1, type), delimited(2, raw), delimited(3, ""), delimited(4, "")];
  return Buffer.concat([Buffer.from("k8s\0"), ...unknown]);
}

/** Messages of objects that are frozen, and so can be shared by many others. */
const written = new WeakMap<Wires, WeakMap<Values, Buffer>>();

export function encodeMessage(fields: Wires, values: Values): Buffer {
  if (!Object.isFrozen(values)) return encodeFields(fields, values);
  const ofFields = written.get(fields) ?? new WeakMap<Values, Buffer>();
  written.set(fields, ofFields);
  const known = ofFields.get(values) ?? encodeFields(fields, values);
  ofFields.set(values, known);
  return known;
}

function encodeFields(fields: Wires, values: Values): Buffer {
  return Buffer.concat(
    planOf(fields).flatMap((part) =>
      part.is === "field"
        ? isNowhere(part.name, values[part.name])
          ? []
          : encodeField(part.field, values[part.name] ?? undefined)
        : [delimited(part.number, encodeMessage(part.fields, values))],
    ),
  );
}

/** Times that are pointers in Go: one that is not set is not written at all. */
const pointers: ReadonlySet<string> = new Set([
  "deletionTimestamp",
  "time",
  "startTime",
  "completionTime",
  "lastPhaseTransitionTime",
  "lastScheduleTime",
  "lastSuccessfulTime",
  "acquireTime",
  "renewTime",
]);

function isNowhere(name: string, value: unknown): boolean {
  return value === undefined && pointers.has(name);
}

type Part =
  | { readonly is: "field"; readonly number: number; readonly name: string; readonly field: Wire }
  | { readonly is: "inline"; readonly number: number; readonly fields: Wires };

const plans = new WeakMap<Wires, readonly Part[]>();

function planOf(fields: Wires): readonly Part[] {
  const known = plans.get(fields);
  if (known !== undefined) return known;
  const inner = new Map<number, { [name: string]: Wire }>();
  const parts: Part[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const { within, ...plain } = field;
    if (within === undefined) parts.push({ is: "field", number: field.number, name, field });
    else inner.set(within, { ...inner.get(within), [name]: plain });
  }
  for (const [number, some] of inner) parts.push({ is: "inline", number, fields: some });
  const plan = parts.sort((one, other) => one.number - other.number);
  plans.set(fields, plan);
  return plan;
}

/** Go writes a field without a pointer also when it holds nothing. */
function encodeField(field: Wire, value: unknown): readonly Buffer[] {
  const { number } = field;
  const isWritten = "whenEmpty" in field && field.whenEmpty === "omitempty";
  switch (field.reads) {
    case "text":
      return value === undefined && !isWritten ? [] : [delimited(number, String(value ?? ""))];
    case "integer":
    case "flag":
      return value === undefined && !isWritten ? [] : [varint(number, Number(value ?? 0))];
    case "time":
    case "microTime":
      return value === undefined ? [delimited(number, "")] : [delimited(number, timestamp(String(value)))];
    case "texts":
      return entries(value).map((text) => delimited(number, String(text)));
    case "message":
      return value === undefined ? [] : [delimited(number, encodeMessage(field.fields, value as Values))];
    case "messages":
      return entries(value).map((each) => delimited(number, encodeMessage(field.fields, each as Values)));
    case "map":
      return Object.entries((value ?? {}) as Values).map(([key, text]) =>
        delimited(number, encodeEntry(key, String(text), field.values)),
      );
    case "json":
      return value === undefined ? [] : [delimited(number, delimited(1, jsonOf(value as Values)))];
    case "intOrString":
      return value === undefined ? [] : [delimited(number, intOrString(value))];
  }
}

const fieldSets = new WeakMap<Values, string>();

function jsonOf(value: Values): string {
  const text = fieldSets.get(value) ?? JSON.stringify(value);
  if (Object.isFrozen(value)) fieldSets.set(value, text);
  return text;
}

/** kubernetes/apimachinery pkg/util/intstr/generated.proto IntOrString. */
function intOrString(value: unknown): Buffer {
  const isText = typeof value === "string";
  return Buffer.concat([
    varint(1, isText ? 1 : 0),
    varint(2, isText ? 0 : Number(value)),
    delimited(3, isText ? value : ""),
  ]);
}

function encodeEntry(key: string, value: string, values: "text" | "quantity"): Buffer {
  return Buffer.concat([delimited(1, key), delimited(2, values === "text" ? value : delimited(1, value))]);
}

function timestamp(text: string): Buffer {
  const [whole = "", fraction = ""] = text.replace("Z", "").split(".");
  const nanos = Number(fraction.padEnd(9, "0"));
  return Buffer.concat([varint(1, Date.parse(`${whole}Z`) / 1000), varint(2, nanos)]);
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
