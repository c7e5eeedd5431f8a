import type { KeyRecipe, KeyText, Path } from "../../../model/index.ts";
import type { Reference, Words } from "./words.ts";

/** As in `../assembly/make-keys.ts`. */
const takeAll = 0;
const takeAfter = 1;
const takeBeforeNumber = 2;
const nothingNeeded = -1;

/** @param valueAt where the value of a field is noted */
export function writeKey({ of, ifSet }: KeyRecipe, valueAt: (path: Path) => number, words: Words): Reference {
  const needs = ifSet === undefined ? nothingNeeded : valueAt(ifSet);
  const texts = isSeveral(of) ? of : [of];
  const written = texts.map((text) => wordsOf(text, valueAt(text.field), words));
  return words.record([needs, isSeveral(of) ? 1 : 0, texts.length, ...written.flat()]);
}

function isSeveral(of: KeyRecipe["of"]): of is readonly [KeyText, KeyText, ...KeyText[]] {
  return Array.isArray(of);
}

function wordsOf(text: KeyText, value: number, words: Words): readonly number[] {
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
