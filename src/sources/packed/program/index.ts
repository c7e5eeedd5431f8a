import {
  kindOf,
  metadataShape,
  notedLikenesses,
  type Part,
  type Path,
  parts,
  type Recipe,
  recipesOf,
} from "../../../model/index.ts";
import { message } from "../../protobuf/field.ts";
import { type BuiltIn, builtIn } from "../../protobuf/kinds/index.ts";
import { metadata } from "../../protobuf/metadata.ts";
import type { UnpackedField } from "../forms.ts";
import { LayoutWriter, type ReadFieldSet } from "./layout.ts";
import { Noting } from "./noting.ts";
import { Words } from "./words.ts";

export type { ReadFieldSet } from "./layout.ts";

/** The words at the begin, as in `../assembly/list.ts`. */
const head = {
  layout: 1,
  owners: 2,
  values: 3,
  hits: 4,
  name: 5,
  uid: 6,
  namespace: 7,
  isNamespaced: 8,
  columns: 9,
  parts: 10,
  likenesses: 11,
} as const;
const headLength = 12;

/** How the items of a kind are packed, and made again. */
export interface Program {
  readonly words: Int32Array;
  readonly fields: readonly UnpackedField[];
  readonly readFieldSet: ReadFieldSet | undefined;
  readonly scope: "namespaced" | "of the cluster";
  /** What is noted of each item. */
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  readonly likenesses: readonly Path[];
}

const known = new Map<BuiltIn, Program>();

export function programOf(resource: BuiltIn): Program {
  const before = known.get(resource);
  if (before !== undefined) return before;
  const program = write(resource);
  known.set(resource, program);
  return program;
}

function write(resource: BuiltIn): Program {
  const { fields: shape, namespaced } = kindOf(resource);
  const recipes = recipesOf(resource);
  const ofKind = parts.filter(({ on }) => on.includes(resource));
  const likenesses = notedLikenesses[resource] ?? [];
  const words = new Words(headLength);
  const noting = new Noting(recipes, ofKind, likenesses, words);
  const writer = new LayoutWriter(noting, words);
  const { reference, fields } = writer.write(
    { metadata: metadataShape, ...shape },
    { metadata: message(1, metadata), ...builtIn[resource] },
  );
  const { sinks } = noting;
  sinks.assertAllAsked();
  const values: Readonly<Record<keyof typeof head, number>> = {
    layout: reference,
    owners: writer.owners,
    values: sinks.values,
    hits: sinks.hits,
    name: noting.name,
    uid: noting.uid,
    namespace: noting.namespace,
    isNamespaced: namespaced ? 1 : 0,
    columns: noting.columns,
    parts: noting.parts,
    likenesses: likenesses.length,
  };
  for (const [name, place] of Object.entries(head)) words.set(place, values[name as keyof typeof head]);
  return {
    words: words.finish(),
    fields,
    readFieldSet: writer.readFieldSet,
    scope: namespaced ? "namespaced" : "of the cluster",
    recipes,
    parts: ofKind,
    likenesses,
  };
}
