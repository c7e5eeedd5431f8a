/**
 * The contract of the public output is written once, with these few words: each field with its meaning, and where that is not
 * the field of the same name, where it comes from. The published JSON Schema and the output itself are both made from it. A text
 * is escaped by the word that describes it: there is no way to print data that was not.
 */
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten } from "../../kubernetes/index.ts";
import type { Printable } from "../escape.ts";
import { whole } from "../escape.ts";

type Json = { readonly [keyword: string]: unknown };

/** How a value is described, and how it is shown. */
interface Schema<in T> {
  readonly json: Json;
  readonly optional?: true;
  readonly view: (value: T) => unknown;
}

/** A field that is made of the whole that it is a part of. */
interface From<in S> extends Omit<Schema<never>, "view"> {
  readonly of: (whole: S) => unknown;
}

/** A field that has the name of one of the whole shows that one. */
type Fields<S> = { readonly [K in keyof S]?: Schema<S[K]> | From<S> } & {
  readonly [name: string]: Schema<never> | From<S>;
};

/** A phrase as plain text: its data is not cut, and invisible characters are written out. */
export function plainText(phrase: Phrase): Printable {
  return whole(flatten(phrase, (data) => data));
}

export function text(description: string, format?: "date-time"): Schema<string | Phrase> {
  return {
    json: { description, type: "string", ...(format === undefined ? {} : { format }) },
    view: (value) => (typeof value === "string" ? whole(value) : plainText(value)),
  };
}

export function constant(value: string): Schema<unknown> {
  return { json: { const: value }, view: () => value };
}

const asItIs = (value: unknown) => value;

/** Has every value that there can be, or it does not compile. */
export function choice<const V extends string>(description: string, values: readonly V[]): Schema<V> {
  return { json: { description, enum: values }, view: asItIs };
}

export function flag(description: string): Schema<boolean> {
  return { json: { description, type: "boolean" }, view: asItIs };
}

export function count(description: string): Schema<number> {
  return { json: { description, type: "integer", minimum: 0 }, view: asItIs };
}

export function scalar(description: string): Schema<string | number | boolean | null> {
  return {
    json: { description, type: ["string", "number", "boolean", "null"] },
    view: (value) => (typeof value === "string" ? whole(value) : value),
  };
}

export function list<T>(description: string, of: Schema<T>): Schema<readonly T[]> {
  return {
    json: { description, type: "array", items: of.json },
    view: (values) => values.map((value) => of.view(value)),
  };
}

/** A list that is too long to be there as a whole: each item is shown when its turn comes. */
export function longList<T>(description: string, of: Schema<T>): Schema<readonly T[]> {
  return {
    ...list(description, of),
    view: (values) => ({
      *[Symbol.iterator]() {
        for (const value of values) yield of.view(value);
      },
    }),
  };
}

export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return {
    json: schema.json,
    optional: true,
    view: (value) => (value === undefined ? undefined : schema.view(value)),
  };
}

export function from<S, T>(part: (whole: S) => T, schema: Schema<T>): From<S> {
  const { view, ...described } = schema;
  return { ...described, of: (whole) => view(part(whole)) };
}

interface RecordSchema<in S> extends Schema<S> {
  readonly view: (whole: S) => { readonly [name: string]: unknown };
}

/** `exactlyOneOf`: of these optional fields, exactly one is set. */
export function record<S>(
  description: string,
  fields: Fields<S>,
  exactlyOneOf: readonly string[] = [],
): RecordSchema<S> {
  const named: readonly (readonly [string, Schema<never> | From<S>])[] = Object.entries(fields);
  const parts = named.map(([name, field]) => {
    const of = "of" in field ? field.of : (whole: S) => field.view(whole[name as keyof S] as never);
    return [name, of] as const;
  });
  return {
    json: {
      description,
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(named.map(([name, { json }]) => [name, json])),
      required: named.filter(([, field]) => field.optional === undefined).map(([name]) => name),
      ...(exactlyOneOf.length === 0 ? {} : { oneOf: exactlyOneOf.map((name) => ({ required: [name] })) }),
    },
    view: (whole) => {
      const view: { [name: string]: unknown } = {};
      for (const [name, of] of parts) {
        const value = of(whole);
        if (value !== undefined) view[name] = value;
      }
      return view;
    },
  };
}

/** A document of the public output, ready to be published. */
export function published(file: string, what: string, { json }: Schema<never>): Json {
  const id = `https://pvguard.dev/schema/${file}.v1alpha1.json`;
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: id,
    title: `pvguard ${what}, v1alpha1`,
    ...json,
  };
}
