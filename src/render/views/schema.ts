/**
 * The contract of the public output is written once, with these few words. The TypeScript type of a view and the
 * published JSON Schema are both derived from it. Its texts can only be `Printable`: data that was not escaped does
 * not compile.
 */
import type { Printable } from "../escape.ts";

type JsonSchema = { readonly [keyword: string]: unknown };

interface Schema<T> {
  readonly json: JsonSchema;
  /** Never set at run time: carries the type. */
  readonly type?: T;
}

interface Optional<T> extends Schema<T> {
  readonly optional: true;
}

type Fields = { readonly [name: string]: Schema<unknown> };

/** The type of the values that a schema describes. */
export type View<S> = S extends Schema<infer T> ? T : never;

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends Optional<unknown> ? K : never;
}[keyof F];

type RecordView<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalNames<F>>]: View<F[K]>;
} & { readonly [K in OptionalNames<F>]?: View<F[K]> };

export function text(description: string, format?: "date-time"): Schema<Printable> {
  return { json: { description, type: "string", ...(format === undefined ? {} : { format }) } };
}

export function constant<const V extends string>(value: V): Schema<V> {
  return { json: { const: value } };
}

export function choice<const V extends string>(description: string, values: readonly V[]): Schema<V> {
  return { json: { description, enum: values } };
}

export function flag(description: string): Schema<boolean> {
  return { json: { description, type: "boolean" } };
}

export function count(description: string): Schema<number> {
  return { json: { description, type: "integer", minimum: 0 } };
}

export function scalar(description: string): Schema<Printable | number | boolean | null> {
  return { json: { description, type: ["string", "number", "boolean", "null"] } };
}

export function list<T>(description: string, of: Schema<T>): Schema<readonly T[]> {
  return { json: { description, type: "array", items: of.json } };
}

export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true };
}

/** `exactlyOneOf`: of these optional fields, exactly one is set. */
export function record<const F extends Fields>(
  description: string,
  fields: F,
  exactlyOneOf: readonly (keyof F & string)[] = [],
): Schema<RecordView<F>> {
  const names = Object.entries(fields);
  return {
    json: {
      description,
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(names.map(([name, field]) => [name, field.json])),
      required: names.filter(([, field]) => !("optional" in field)).map(([name]) => name),
      ...(exactlyOneOf.length === 0 ? {} : { oneOf: exactlyOneOf.map((name) => ({ required: [name] })) }),
    },
  };
}

/** A document of the public output, ready to be published. */
export function published(id: string, title: string, schema: Schema<unknown>): JsonSchema {
  return { $schema: "http://json-schema.org/draft-07/schema#", $id: id, title, ...schema.json };
}
