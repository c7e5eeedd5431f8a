import { kindOf } from "../../../src/model/index.ts";
import type { Field, Fields } from "../../../src/sources/protobuf/field.ts";
import { message } from "../../../src/sources/protobuf/field.ts";
import { type BuiltIn, builtIn } from "../../../src/sources/protobuf/kinds/index.ts";
import { metadata } from "../../../src/sources/protobuf/metadata.ts";
import { delimited, varint } from "./writer.ts";

type Values = Readonly<Record<string, unknown>>;

/** The message of an object, with the fields of its kind's table. */
export function encode(resource: BuiltIn, object: Values): Buffer {
  return encodeMessage({ metadata: message(1, metadata), ...builtIn[resource] }, object);
}

/** A page as the API server sends it. */
export function encodeList(
  resource: BuiltIn,
  objects: readonly Values[],
  meta: { readonly continue?: string; readonly remainingItemCount?: number } = {},
): Buffer {
  const { kind } = kindOf(resource);
  const listMeta = Buffer.concat([
    delimited(1, ""),
    delimited(2, "1234"),
    delimited(3, meta.continue ?? ""),
    ...(meta.remainingItemCount === undefined ? [] : [varint(4, meta.remainingItemCount)]),
  ]);
  const items = objects.map((object) => delimited(2, encode(resource, object)));
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  return envelope(apiVersion, `${kind}List`, Buffer.concat([delimited(1, listMeta), ...items]));
}

export function envelope(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
  const type = Buffer.concat([delimited(1, apiVersion), delimited(2, kind)]);
  const unknown = [delimited(1, type), delimited(2, raw), delimited(3, ""), delimited(4, "")];
  return Buffer.concat([Buffer.from("k8s\0"), ...unknown]);
}

export function encodeMessage(fields: Fields, values: Values): Buffer {
  const parts = new Map<number, Buffer[]>();
  const inner = new Map<number, { [name: string]: Field }>();
  for (const [name, field] of Object.entries(fields)) {
    const { within, ...plain } = field;
    if (within === undefined) add(parts, field.number, encodeField(field, values[name]));
    else inner.set(within, { ...inner.get(within), [name]: plain });
  }
  for (const [number, some] of inner) add(parts, number, [delimited(number, encodeMessage(some, values))]);
  return Buffer.concat([...parts].sort(([one], [other]) => one - other).flatMap(([, bytes]) => bytes));
}

function add(parts: Map<number, Buffer[]>, number: number, bytes: readonly Buffer[]): void {
  parts.set(number, [...(parts.get(number) ?? []), ...bytes]);
}

/** Go writes a field without a pointer also when it holds nothing. */
function encodeField(field: Field, value: unknown): readonly Buffer[] {
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
      return value === undefined ? [] : [delimited(number, delimited(1, JSON.stringify(value)))];
  }
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
