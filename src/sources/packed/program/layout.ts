import type { Path, Shape } from "../../../model/index.ts";
import { shapesIn } from "../../protobuf/compile.ts";
import type { Field, Fields } from "../../protobuf/field.ts";
import { readFieldSet } from "../../protobuf/fields-v1.ts";
import type { FieldShapes } from "../../protobuf/plan.ts";
import type { Cursor } from "../../protobuf/wire/cursor.ts";
import { delimited, varint, type WireType } from "../../protobuf/wire/cursor.ts";
import {
  type Unpack,
  type UnpackedField,
  unpackDecimal,
  unpackFlag,
  unpackInteger,
  unpackList,
  unpackMap,
  unpackMessage,
  unpackMicroTime,
  unpackPlain,
  unpackText,
  unpackTime,
  unpackValue,
} from "../forms.ts";
import { decimal, repeated, unique } from "../text-fields.ts";
import type { Noting } from "./noting.ts";
import type { Reference, Words } from "./words.ts";

/** As in `../assembly/message.ts`. */
const forms = {
  text: 0,
  uniqueText: 1,
  integer: 2,
  flag: 3,
  time: 4,
  microTime: 5,
  fieldSet: 6,
  plainMessage: 7,
  message: 8,
  texts: 9,
  quantities: 10,
  repeatedText: 11,
  decimalText: 12,
} as const;
const once = 0;
const often = 1;
const isPassedOver = [0, 0, 0];

/** How the value of a field is packed, and made again. */
interface Value {
  readonly form: number;
  readonly comes?: typeof once | typeof often;
  readonly inside?: Reference;
  readonly unpack: Unpack;
}

export interface Layout {
  readonly reference: Reference;
  readonly fields: readonly UnpackedField[];
}

/** What is looked for in a set of fields. */
export type ReadFieldSet = (cursor: Cursor, end: number) => unknown;

interface Growing {
  readonly slots: (readonly number[])[];
  readonly inner: Map<number, (readonly number[])[]>;
}

/** Writes how messages are packed. */
export class LayoutWriter {
  readonly #noting: Noting;
  readonly #words: Words;
  /** Texts have the first. */
  owners = 1;
  readFieldSet: ReadFieldSet | undefined;

  constructor(noting: Noting, words: Words) {
    this.#noting = noting;
    this.#words = words;
  }

  /** Joins a shape with its numbers, as for reading at once. */
  write(shape: FieldShapes, fields: Fields, path: Path = []): Layout {
    const growing: Growing = { slots: [], inner: new Map() };
    const written = Object.entries(shape).map(([name, inside], place) => {
      const field = fields[name];
      if (field === undefined) throw new Error(`the field ${name} has no number`);
      slotsFor(field, growing)[field.number] = [wireOf(field) + 1, place, 0];
      return this.#field(name, field, inside, [...path, name]);
    });
    for (const [number, inner] of growing.inner)
      growing.slots[number] = [delimited + 1, 0, this.#slots(inner)];
    const slots = this.#slots(growing.slots);
    const places = written.flatMap(({ words }) => words);
    const reference = this.#words.record([written.length, slots, ...places]);
    return { reference, fields: written.map(({ name, unpack }) => ({ name, unpack })) };
  }

  #slots(slots: readonly (readonly number[] | undefined)[]): Reference {
    return this.#words.listOf(Array.from(slots, (slot) => slot ?? isPassedOver));
  }

  #field(name: string, field: Field, shape: Shape, path: Path) {
    const { sinks } = this.#noting;
    if (sinks.isCompared(path) && field.reads !== "text" && field.reads !== "texts")
      throw new Error(`only texts are compared, not ${path.join(".")}`);
    const { form, comes = once, inside = 0, unpack } = this.#value(field, shape, path);
    const leavesEmptyOut = "whenEmpty" in field && field.whenEmpty === "omitempty" ? 1 : 0;
    const owners = [this.owners++, this.owners++];
    const heardBy = field.reads === "map" ? 0 : sinks.at(path);
    const likens = this.#noting.likenessAt(path);
    return { name, unpack, words: [form, comes, leavesEmptyOut, ...owners, inside, heardBy, likens] };
  }

  #value(field: Field, shape: Shape, path: Path): Value {
    const inner = (fields: Fields) => this.write(shapesIn(shape), fields, path);
    switch (field.reads) {
      case "text":
        return textValue(path);
      case "integer":
        return { form: forms.integer, unpack: unpackInteger };
      case "flag":
        return { form: forms.flag, unpack: unpackFlag };
      case "time":
        return { form: forms.time, unpack: unpackTime };
      case "microTime":
        return { form: forms.microTime, unpack: unpackMicroTime };
      case "texts": {
        const { form, unpack } = textValue(path);
        return { form, comes: often, unpack: unpackList(unpack) };
      }
      case "message":
        return messageValue(inner(field.fields), path);
      case "messages": {
        const { reference, fields } = inner(field.fields);
        const unpack = unpackList(unpackMessage(fields));
        return { form: forms.message, comes: often, inside: reference, unpack };
      }
      case "map": {
        const form = field.values === "text" ? forms.texts : forms.quantities;
        return { form, inside: this.#entries(path), unpack: unpackMap };
      }
      case "json":
        return { form: forms.fieldSet, inside: this.#sought(shapesIn(shape)), unpack: unpackValue };
    }
  }

  /** The keys of entries of which somebody is to hear, each with the sinks. */
  #entries(path: Path): Reference {
    const { sinks } = this.#noting;
    const keys = sinks.entriesAt(path);
    if (keys.length === 0) return 0;
    return this.#words.listOf(keys.map((key) => [this.#words.text(key), sinks.at([...path, key])]));
  }

  /** The one field of a set of fields that is looked for, and what is looked for in it. */
  #sought(shape: FieldShapes): Reference {
    const [first, ...others] = Object.entries(shape);
    if (first === undefined || others.length > 0) throw new Error("one field is looked for");
    if (this.readFieldSet !== undefined) throw new Error("one set of fields is looked into");
    this.readFieldSet = readFieldSet(shape);
    const [name, inside] = first;
    const quoted = Object.keys(shapesIn(inside)).map((field) => this.#quoted(field));
    return this.#words.record([this.#quoted(name), quoted.length, ...quoted]);
  }

  #quoted(name: string): Reference {
    return this.#words.text(JSON.stringify(name));
  }
}

function textValue(path: Path): Value {
  const dotted = path.join(".");
  if (decimal.has(dotted)) return { form: forms.decimalText, unpack: unpackDecimal };
  if (unique.has(dotted)) return { form: forms.uniqueText, unpack: unpackText };
  return { form: repeated.has(dotted) ? forms.repeatedText : forms.text, unpack: unpackText };
}

/** `.spec`, or one that is further inside. */
function messageValue({ reference, fields }: Layout, path: Path): Value {
  return path.length === 1
    ? { form: forms.plainMessage, inside: reference, unpack: unpackPlain(fields) }
    : { form: forms.message, inside: reference, unpack: unpackMessage(fields) };
}

function slotsFor({ within }: Field, { slots, inner }: Growing): (readonly number[])[] {
  if (within === undefined) return slots;
  const known = inner.get(within) ?? [];
  inner.set(within, known);
  return known;
}

function wireOf({ reads }: Field): WireType {
  return reads === "integer" || reads === "flag" ? varint : delimited;
}
