import type { FieldTest, KeyRecipe, KeyText, Part, Path, Recipe } from "../../cluster/index.ts";
import {
  takeAfter,
  takeAll,
  takeBeforeNumber,
  testIsAbsent,
  testIsHit,
  testIsNotHit,
  testIsSet,
  testIsUnlike,
} from "../packer/codes.ts";
import { Sinks } from "./sinks.ts";
import type { Reference, Words } from "./words.ts";

/** What is to be noted of the items of a kind while they are packed, for its recipes and parts. */
export class Noting {
  readonly sinks: Sinks;
  readonly name: number;
  readonly uid: number;
  readonly namespace: number;
  /** Of each recipe. */
  readonly columns: Reference;
  readonly parts: Reference;
  readonly #likenesses: readonly Path[];

  constructor(recipes: readonly Recipe[], parts: readonly Part[], likenesses: readonly Path[], words: Words) {
    this.sinks = new Sinks(words);
    this.name = this.sinks.valueAt(["metadata", "name"]);
    this.uid = this.sinks.valueAt(["metadata", "uid"]);
    this.namespace = this.sinks.valueAt(["metadata", "namespace"]);
    this.columns = words.listOf(
      recipes.map((recipe, column) => writeColumn(recipe, column, this.sinks, words)),
    );
    this.parts = words.list(parts.map(({ any }) => writeTests(any, this.sinks, words)));
    this.#likenesses = likenesses;
  }

  /** Which of the paths that tell items apart it is; -1 for none. */
  likenessAt(path: Path): number {
    return this.#likenesses.findIndex((each) => each.join("\0") === path.join("\0"));
  }
}

function writeColumn(
  { asks = [], when = [], keys }: Recipe,
  column: number,
  sinks: Sinks,
  words: Words,
): readonly [when: Reference, asks: Reference, keys: Reference] {
  const ofWhole: Reference[] = [];
  for (const key of keys) {
    const { each = [] } = key;
    const written = writeKey(key, (path) => sinks.valueIn(each, path), words);
    if (key.each === undefined) ofWhole.push(written);
    else sinks.keyOfEach(key.each, written, column);
  }
  return [writeTests(when, sinks, words), writeTests(asks, sinks, words), words.list(ofWhole)];
}

const nothingNeeded = -1;

/** @param valueAt where the value of a field is noted */
function writeKey({ of, ifSet }: KeyRecipe, valueAt: (path: Path) => number, words: Words): Reference {
  const needs = ifSet === undefined ? nothingNeeded : valueAt(ifSet);
  const texts = isSeveral(of) ? of : [of];
  const written = texts.map((text) => wordsOfText(text, valueAt(text.field), words));
  return words.record([needs, isSeveral(of) ? 1 : 0, texts.length, ...written.flat()]);
}

function isSeveral(of: KeyRecipe["of"]): of is readonly [KeyText, KeyText, ...KeyText[]] {
  return Array.isArray(of);
}

function wordsOfText(text: KeyText, value: number, words: Words): readonly number[] {
  switch (text.take) {
    case "all":
      return "orElse" in text
        ? [value, takeAll, words.text(text.orElse), 1]
        : [value, takeAll, words.text(""), 0];
    case "after":
      return [value, takeAfter, words.text(text.prefix), 0];
    case "before number":
      return [value, takeBeforeNumber, words.text(""), 0];
  }
}

/** Tests of what was noted of an item, to be asked when it is packed whole. */
function writeTests(tests: readonly FieldTest[], sinks: Sinks, words: Words): Reference {
  return words.listOf(tests.map((test) => wordsOfTest(test, sinks)));
}

function wordsOfTest(test: FieldTest, sinks: Sinks): readonly [asks: number, place: number, other: number] {
  const { path } = test;
  switch (test.is) {
    case "set":
      return [testIsSet, sinks.valueAt(path), 0];
    case "absent":
      return [testIsAbsent, sinks.valueAt(path), 0];
    case "one of":
      return [testIsHit, sinks.comparedAt(path, "among", test.values), 0];
    case "none of":
      return [testIsNotHit, sinks.comparedAt(path, "among", test.values), 0];
    case "other than":
      return [testIsHit, sinks.comparedAt(path, "not among", test.values), 0];
    case "beginning with":
      return [testIsHit, sinks.beginsAt(path, test.values), 0];
    case "unlike":
      return [testIsUnlike, sinks.valueAt(path), sinks.valueAt(test.other)];
  }
}
