import { kindOf } from "../../../model/index.ts";
import type { BuiltIn } from "../../protobuf/kinds/index.ts";
import { wholeOf } from "../../protobuf/whole.ts";
import { LayoutWriter } from "./layout.ts";
import { notedOf } from "./noted-of.ts";
import { Noting } from "./noting.ts";
import { Words } from "./words.ts";

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

/** What the packer follows. The build makes it of every kind, and puts ready.ts in place of this file. */
export function wordsOf(resource: BuiltIn): Int32Array {
  const { recipes, parts, likenesses } = notedOf(resource);
  const words = new Words(headLength);
  const noting = new Noting(recipes, parts, likenesses, words);
  const writer = new LayoutWriter(noting, words);
  const { shape, fields } = wholeOf(resource);
  const layout = writer.write(shape, fields);
  const { sinks } = noting;
  sinks.assertAllAsked();
  const values: Readonly<Record<keyof typeof head, number>> = {
    layout,
    owners: writer.owners,
    values: sinks.values,
    hits: sinks.hits,
    name: noting.name,
    uid: noting.uid,
    namespace: noting.namespace,
    isNamespaced: kindOf(resource).namespaced ? 1 : 0,
    columns: noting.columns,
    parts: noting.parts,
    likenesses: likenesses.length,
  };
  for (const [name, place] of Object.entries(head)) words.set(place, values[name as keyof typeof head]);
  return words.finish();
}
