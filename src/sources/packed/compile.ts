import {
  kindOf,
  metadataShape,
  notedLikenesses,
  type Path,
  parts,
  recipesOf,
  type Shape,
} from "../../model/index.ts";
import { dense, shapesIn } from "../protobuf/compile.ts";
import { type Field, type Fields, message } from "../protobuf/field.ts";
import { type BuiltIn, builtIn } from "../protobuf/kinds/index.ts";
import { metadata } from "../protobuf/metadata.ts";
import type { FieldShapes } from "../protobuf/plan.ts";
import { delimited, varint, type WireType } from "../protobuf/wire/cursor.ts";
import { list, once } from "./fields.ts";
import type { FieldForm, Form } from "./form.ts";
import { mapForm, type NotedEntry } from "./map.ts";
import { type Layout, messageForm, plainMessageForm, type Slot } from "./message.ts";
import { NotePlan } from "./noted/index.ts";
import { noting } from "./noting.ts";
import {
  fieldSetForm,
  flagForm,
  integerForm,
  microTimeForm,
  textForm,
  timeForm,
  uniqueTextForm,
} from "./scalars.ts";
import { unique } from "./unique.ts";

/** How the items of a kind are packed. */
export interface Packing {
  readonly layout: Layout;
  readonly plan: NotePlan;
}

const known = new Map<BuiltIn, Packing>();

export function packingOf(resource: BuiltIn): Packing {
  const before = known.get(resource);
  if (before !== undefined) return before;
  const ofKind = parts.filter(({ on }) => on.includes(resource));
  const plan = new NotePlan(recipesOf(resource), ofKind, notedLikenesses[resource]);
  const shape = { metadata: metadataShape, ...kindOf(resource).fields };
  const layout = compile(shape, { metadata: message(1, metadata), ...builtIn[resource] }, [], plan);
  plan.sinks.assertAllAsked();
  known.set(resource, { layout, plan });
  return { layout, plan };
}

interface Growing {
  readonly slots: (Slot | undefined)[];
  readonly inner: Map<number, (Slot | undefined)[]>;
}

/** Joins a shape with its numbers, as for reading at once. */
function compile(shape: FieldShapes, fields: Fields, path: Path, plan: NotePlan): Layout {
  const growing: Growing = { slots: [], inner: new Map() };
  const places = Object.entries(shape).map(([name, inside], place) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the field ${name} has no number`);
    slotsFor(field, growing)[field.number] = { wire: wireOf(field), place, inner: undefined };
    const here = [...path, name];
    return { name, form: formFor(field, inside, here, plan), likens: plan.likenessAt(here) };
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

function formFor(field: Field, shape: Shape, path: Path, plan: NotePlan): FieldForm {
  if (plan.sinks.isCompared(path) && field.reads !== "text" && field.reads !== "texts")
    throw new Error(`only texts are compared, not ${path.join(".")}`);
  const noted = (form: Form) => noting(form, plan.sinks.at(path));
  const inner = (fields: Fields) => compile(shapesIn(shape), fields, path, plan);
  switch (field.reads) {
    case "text":
      return once(noted(textFormAt(path, field.whenEmpty)));
    case "integer":
    case "flag":
    case "time":
    case "microTime":
      return once(noted(scalarForm(field.reads, field.whenEmpty)));
    case "texts":
      return list(noted(textForm("kept")));
    case "message":
      return once(noted(formOf(inner(field.fields), path)));
    case "messages":
      return list(noted(messageForm(inner(field.fields))));
    case "map":
      return mapForm(field.values, entriesAt(path, plan));
    case "json":
      return once(fieldSetForm(shapesIn(shape)));
  }
}

/** `.spec`, or one that is further inside. */
function formOf(layout: Layout, path: Path): Form {
  return path.length === 1 ? plainMessageForm(layout) : messageForm(layout);
}

function entriesAt(path: Path, plan: NotePlan): readonly NotedEntry[] {
  return plan.sinks
    .entriesAt(path)
    .map((key) => ({ key: Buffer.from(key), sinks: plan.sinks.at([...path, key]) }));
}

function textFormAt(path: Path, whenEmpty: "omitempty" | "kept"): Form {
  return unique.has(path.join(".")) ? uniqueTextForm(whenEmpty) : textForm(whenEmpty);
}

function scalarForm(reads: "integer" | "flag" | "time" | "microTime", whenEmpty: "omitempty" | "kept"): Form {
  switch (reads) {
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
