import type { Part, Path, Recipe } from "../../cluster/index.ts";
import type { Shape } from "../../kubernetes/index.ts";
import { kindOf } from "../../kubernetes/index.ts";
import * as codes from "../packer/codes.ts";
import type { WireType } from "../protobuf/cursor.ts";
import { delimited, varint } from "../protobuf/cursor.ts";
import type { Field, Fields } from "../protobuf/field.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import type { FieldShapes } from "../protobuf/whole.ts";
import { keysIn, shapesIn, wholeOf } from "../protobuf/whole.ts";
import { Noting } from "./noting.ts";
import type { Reference } from "./words.ts";
import { Words } from "./words.ts";

/** What is noted of each item of a kind. */
export interface Noted {
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  readonly likenesses: readonly Path[];
}

/** What the packer follows. */
export function wordsOf(resource: BuiltIn, { recipes, parts, likenesses }: Noted): Int32Array {
  const words = new Words(codes.headLength);
  const noting = new Noting(recipes, parts, likenesses, words);
  const writer = new LayoutWriter(noting, words);
  const { shape, fields } = wholeOf(resource);
  const layout = writer.write(shape, fields);
  const { sinks } = noting;
  sinks.assertAllAsked();
  words.set(codes.headLayout, layout);
  words.set(codes.headValues, sinks.values);
  words.set(codes.headHits, sinks.hits);
  words.set(codes.headName, noting.name);
  words.set(codes.headUid, noting.uid);
  words.set(codes.headNamespace, noting.namespace);
  words.set(codes.headIsNamespaced, kindOf(resource).namespaced ? 1 : 0);
  words.set(codes.headColumns, noting.columns);
  words.set(codes.headParts, noting.parts);
  words.set(codes.headLikenesses, likenesses.length);
  return words.finish();
}

const isPassedOver = [0, 0, 0];

/** How the value of a field is packed. */
interface Value {
  readonly form: number;
  readonly comes?: number;
  readonly inside?: Reference;
}

interface Growing {
  readonly slots: (readonly number[])[];
  readonly inner: Map<number, (readonly number[])[]>;
}

/** Writes how messages are packed. `../unpack.ts` says how they are made again. */
class LayoutWriter {
  readonly #noting: Noting;
  readonly #words: Words;
  /** Texts have the first. */
  #owners = 1;
  #fieldSets = 0;

  constructor(noting: Noting, words: Words) {
    this.#noting = noting;
    this.#words = words;
  }

  /** Joins a shape with its numbers, as for reading at once. */
  write(shape: FieldShapes, fields: Fields, path: Path = []): Reference {
    const growing: Growing = { slots: [], inner: new Map() };
    const written = Object.entries(shape).map(([name, inside], place) => {
      const field = fields[name];
      if (field === undefined) throw new Error(`the field ${name} has no number`);
      slotsFor(field, growing)[field.number] = [wireOf(field) + 1, place, 0];
      return this.#field(field, inside, [...path, name]);
    });
    for (const [number, inner] of growing.inner)
      growing.slots[number] = [delimited + 1, 0, this.#slots(inner)];
    const slots = this.#slots(growing.slots);
    return this.#words.record([written.length, slots, ...written.flat()]);
  }

  #slots(slots: readonly (readonly number[] | undefined)[]): Reference {
    return this.#words.listOf(Array.from(slots, (slot) => slot ?? isPassedOver));
  }

  #field(field: Field, shape: Shape, path: Path): readonly number[] {
    const { sinks } = this.#noting;
    if (sinks.isCompared(path) && field.reads !== "text" && field.reads !== "texts")
      throw new Error(`only texts are compared, not ${path.join(".")}`);
    const { form, comes = codes.comesOnce, inside = 0 } = this.#value(field, shape, path);
    const leavesEmptyOut = "whenEmpty" in field && field.whenEmpty === "omitempty" ? 1 : 0;
    const owners = [this.#owners++, this.#owners++];
    const heardBy = field.reads === "map" ? 0 : sinks.at(path);
    const likens = this.#noting.likenessAt(path);
    return [form, comes, leavesEmptyOut, ...owners, inside, heardBy, likens];
  }

  #value(field: Field, shape: Shape, path: Path): Value {
    const inner = (fields: Fields) => this.write(shapesIn(shape), fields, path);
    switch (field.reads) {
      case "text":
        return { form: textForm(path) };
      case "integer":
        return { form: codes.formInteger };
      case "flag":
        return { form: codes.formFlag };
      case "time":
        return { form: codes.formTime };
      case "microTime":
        return { form: codes.formMicroTime };
      case "texts":
        return { form: textForm(path), comes: codes.comesOften };
      case "message":
        return { form: codes.formMessage, inside: inner(field.fields) };
      case "messages":
        return { form: codes.formMessage, comes: codes.comesOften, inside: inner(field.fields) };
      case "map": {
        const form = field.values === "text" ? codes.formTexts : codes.formQuantities;
        return { form, inside: this.#entries(path, keysIn(shape)) };
      }
      case "json":
        return { form: codes.formFieldSet, inside: this.#sought(shapesIn(shape)) };
    }
  }

  /** The keys of the entries that are written, and those that are to be reported, each with the sinks. */
  #entries(path: Path, kept: readonly string[] | undefined): Reference {
    const { sinks } = this.#noting;
    const heard = sinks.entriesAt(path);
    const unwritten = heard.find((key) => kept !== undefined && !kept.includes(key));
    if (unwritten !== undefined) throw new Error(`nothing reads ${unwritten} of ${path.join(".")}`);
    const noted = heard.map((key) => [this.#words.text(key), sinks.at([...path, key])]);
    return this.#words.record([
      kept === undefined ? 0 : this.#words.list(kept.map((key) => this.#words.text(key))),
      noted.length === 0 ? 0 : this.#words.listOf(noted),
    ]);
  }

  /** The one field of a set of fields that is looked for, and what is looked for in it. */
  #sought(shape: FieldShapes): Reference {
    const [first, ...others] = Object.entries(shape);
    if (first === undefined || others.length > 0) throw new Error("one field is looked for");
    if (this.#fieldSets++ > 0) throw new Error("one set of fields is looked into");
    const [name, inside] = first;
    const quoted = Object.keys(shapesIn(inside)).map((field) => this.#quoted(field));
    return this.#words.record([this.#quoted(name), quoted.length, ...quoted]);
  }

  #quoted(name: string): Reference {
    return this.#words.text(JSON.stringify(name));
  }
}

/** Texts that hardly any two objects of a kind have in common: they are not looked for among those that came before. */
const unique: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.uid",
  "metadata.resourceVersion",
  "spec.volumeName",
  "spec.claimRef.uid",
  "spec.claimRef.resourceVersion",
  "spec.csi.volumeHandle",
  "spec.source.persistentVolumeName",
]);

/** Texts that most often come once more in the same object: they are taken in when they come first. */
const repeated: ReadonlySet<string> = new Set(["status.volumesInUse"]);

function textForm(path: Path): number {
  const dotted = path.join(".");
  if (unique.has(dotted)) return codes.formUniqueText;
  return repeated.has(dotted) ? codes.formRepeatedText : codes.formText;
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
