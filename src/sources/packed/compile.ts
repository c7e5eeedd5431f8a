import { kindOf, metadataShape, type Shape } from "../../model/index.ts";
import { dense, shapesIn } from "../protobuf/compile.ts";
import { type Field, type Fields, message } from "../protobuf/field.ts";
import { type BuiltIn, builtIn } from "../protobuf/kinds/index.ts";
import { metadata } from "../protobuf/metadata.ts";
import type { FieldShapes } from "../protobuf/plan.ts";
import { delimited, varint, type WireType } from "../protobuf/wire/cursor.ts";
import { list, once } from "./fields.ts";
import type { FieldForm, Form } from "./form.ts";
import { mapForm } from "./map.ts";
import { type Layout, messageForm, plainMessageForm, type Slot } from "./message.ts";
import { fieldSetForm, flagForm, integerForm, microTimeForm, textForm, timeForm } from "./scalars.ts";
import { told } from "./told.ts";

const layouts = new Map<BuiltIn, Layout>();

export function layoutOf(resource: BuiltIn): Layout {
  const known = layouts.get(resource);
  if (known !== undefined) return known;
  const shape = { metadata: metadataShape, ...kindOf(resource).fields };
  const made = compile(shape, { metadata: message(1, metadata), ...builtIn[resource] }, "");
  layouts.set(resource, made);
  return made;
}

interface Growing {
  readonly slots: (Slot | undefined)[];
  readonly inner: Map<number, (Slot | undefined)[]>;
}

/** Joins a shape with its numbers, as for reading at once. */
function compile(shape: FieldShapes, fields: Fields, path: string): Layout {
  const growing: Growing = { slots: [], inner: new Map() };
  const places = Object.entries(shape).map(([name, inside], place) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the field ${name} has no number`);
    slotsFor(field, growing)[field.number] = { wire: wireOf(field), place, inner: undefined };
    const here = `${path}.${name}`;
    return { name, form: formFor(field, inside, here), tells: told[here] ?? 0 };
  });
  for (const [number, inner] of growing.inner)
    growing.slots[number] = { wire: delimited, place: -1, inner: dense(inner) };
  return { places, slots: dense(growing.slots) };
}

function slotsFor({ within }: Field, { slots, inner }: Growing): (Slot | undefined)[] {
  if (within === undefined) return slots;
  const known = inner.get(within) ?? [];
  inner.set(within, known);
  return known;
}

function wireOf({ reads }: Field): WireType {
  return reads === "integer" || reads === "flag" ? varint : delimited;
}

function formFor(field: Field, shape: Shape, path: string): FieldForm {
  switch (field.reads) {
    case "text":
    case "integer":
    case "flag":
    case "time":
    case "microTime":
      return once(scalarForm(field.reads, field.whenEmpty));
    case "texts":
      return list(textForm("kept"));
    case "message":
      return once(formOf(compile(shapesIn(shape), field.fields, path), path));
    case "messages":
      return list(messageForm(compile(shapesIn(shape), field.fields, path)));
    case "map":
      return mapForm(field.values);
    case "json":
      return once(fieldSetForm(shapesIn(shape)));
  }
}

/** `.spec`, or one that is further inside. */
function formOf(layout: Layout, path: string): Form {
  return path.lastIndexOf(".") === 0 ? plainMessageForm(layout) : messageForm(layout);
}

function scalarForm(
  reads: "text" | "integer" | "flag" | "time" | "microTime",
  whenEmpty: "omitempty" | "kept",
): Form {
  switch (reads) {
    case "text":
      return textForm(whenEmpty);
    case "integer":
      return integerForm(whenEmpty);
    case "flag":
      return flagForm(whenEmpty);
    case "time":
      return timeForm;
    case "microTime":
      return microTimeForm;
  }
}
