/**
 * Where a field of a kind's shape is in the kind's protobuf message. The numbers are those of the message's
 * `generated.proto`, which never change once a kind is stable.
 *
 * Go writes fields that hold nothing to protobuf, and leaves some of them out of JSON: those whose JSON tag in
 * `types.go` says `omitempty`. So does this.
 */
export type Field = ScalarField | ListField | MessageField | MapField | JsonField;

export type Fields = { readonly [name: string]: Field };

interface Numbered {
  readonly number: number;
  /** The number of the message around it that JSON does not have: `json:",inline"`. */
  readonly within?: number;
}

type WhenEmpty = "omitempty" | "kept";

export interface ScalarField<
  Reads extends "text" | "time" | "microTime" | "integer" | "flag" =
    | "text"
    | "time"
    | "microTime"
    | "integer"
    | "flag",
> extends Numbered {
  readonly reads: Reads;
  readonly whenEmpty: WhenEmpty;
}

interface MessageField<F = Fields> extends Numbered {
  readonly reads: "message" | "messages";
  readonly fields: F;
}

interface ListField extends Numbered {
  readonly reads: "texts";
}

export interface MapField extends Numbered {
  readonly reads: "map";
  readonly values: "text" | "quantity";
}

/** A message with JSON in its one field. */
interface JsonField extends Numbered {
  readonly reads: "json";
}

/** What a field of this shape can be in protobuf. A field of a shape without its number does not compile. */
type FieldFor<S> = S extends "text"
  ? ScalarField<"text" | "time" | "microTime">
  : S extends "integer"
    ? ScalarField<"integer">
    : S extends "flag"
      ? ScalarField<"flag">
      : S extends readonly ["text"]
        ? ListField
        : S extends readonly [infer E]
          ? MessageField<FieldsFor<E>> & { readonly reads: "messages" }
          : S extends { readonly "*": "text" | "quantity" }
            ? MapField
            : (MessageField<FieldsFor<S>> & { readonly reads: "message" }) | JsonField;

export type FieldsFor<S> = { readonly [K in keyof S]-?: FieldFor<S[K]> };

export function text(number: number, whenEmpty: WhenEmpty = "kept"): ScalarField<"text"> {
  return { reads: "text", number, whenEmpty };
}

export function time(number: number): ScalarField<"time"> {
  return { reads: "time", number, whenEmpty: "omitempty" };
}

export function microTime(number: number): ScalarField<"microTime"> {
  return { reads: "microTime", number, whenEmpty: "omitempty" };
}

export function integer(number: number, whenEmpty: WhenEmpty = "kept"): ScalarField<"integer"> {
  return { reads: "integer", number, whenEmpty };
}

export function flag(number: number, whenEmpty: WhenEmpty = "kept"): ScalarField<"flag"> {
  return { reads: "flag", number, whenEmpty };
}

export function texts(number: number): ListField {
  return { reads: "texts", number };
}

export function map(number: number, values: MapField["values"] = "text"): MapField {
  return { reads: "map", number, values };
}

export function message<F extends Fields>(
  number: number,
  fields: F,
): MessageField<F> & { readonly reads: "message" } {
  return { reads: "message", number, fields };
}

export function messages<F extends Fields>(
  number: number,
  fields: F,
): MessageField<F> & { readonly reads: "messages" } {
  return { reads: "messages", number, fields };
}

export function json(number: number): JsonField {
  return { reads: "json", number };
}

/** A field of a message that Go writes into the one around it. */
export function within<F extends Field>(message: number, field: F): F & { readonly within: number } {
  return { ...field, within: message };
}
