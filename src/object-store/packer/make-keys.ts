import { Hasher } from "./hasher";
import { KeyColumn } from "./keys";
import { Now } from "./list";
import { at, beginsWith, word } from "./program";

/** A key: what must be noted, or -1; 1 if it is of several texts; how many; and each text. */
namespace Key {
  export const needs: i32 = 0;
  export const isOfSeveral: i32 = 1;
  export const count: i32 = 2;
  export const texts: i32 = 3;
}

/** Where it is noted, what is taken of it, a text, and 1 if an empty one is a key by itself. */
namespace Text {
  export const words: i32 = 4;
  export const value: i32 = 0;
  export const take: i32 = 1;
  /** What is taken where nothing is noted; of `after`, what must come before. */
  export const text: i32 = 2;
  export const isKeyWhenEmpty: i32 = 3;
}

namespace Take {
  export const all: i32 = 0;
  export const after: i32 = 1;
}

const dash: u8 = 0x2d;
const mostDigits: usize = 9;

/** The text that was found last. */
class Range {
  static from: usize = 0;
  static to: usize = 0;
}

/** Adds the key that is made of what was noted, if one is. */
export function addKey(key: usize, column: KeyColumn): void {
  const needs = word(key, Key.needs);
  if (needs >= 0 && !Now.notes.has(needs)) return;
  const texts = key + (Key.texts << 2);
  if (word(key, Key.isOfSeveral) == 0) {
    if (!find(texts)) return;
    if (Range.from == Range.to && word(texts, Text.isKeyWhenEmpty) == 0) return;
    Hasher.text(Range.from, Range.to);
  } else {
    Hasher.beginParts();
    const count = word(key, Key.count);
    for (let each = 0; each < count; each++) {
      if (!find(texts + each * (Text.words << 2))) return;
      Hasher.part(Range.from, Range.to);
    }
    Hasher.endParts();
  }
  if (Hasher.isPlain) column.add(Hasher.hash, Hasher.check);
  else column.open();
}

/** `false`: there is none, and there is to be no key without it. */
function find(text: usize): bool {
  const value = word(text, Text.value);
  const other = at(word(text, Text.text));
  const from = Now.notes.fromOf(value);
  const to = Now.notes.toOf(value);
  const take = word(text, Text.take);
  if (take == Take.all) {
    if (from != 0) place(from, to);
    else place(other + 4, other + 4 + word(other, 0));
    return true;
  }
  if (from == 0) return false;
  return take == Take.after ? findAfter(other, from, to) : findBeforeNumber(from, to);
}

function findAfter(prefix: usize, from: usize, to: usize): bool {
  if (!beginsWith(prefix, from, to)) return false;
  place(from + word(prefix, 0), to);
  return true;
}

/** `data-web` of `data-web-2`. */
function findBeforeNumber(from: usize, to: usize): bool {
  let begin = to;
  while (begin > from && isDigit(load<u8>(begin - 1))) begin--;
  const digits = to - begin;
  if (digits == 0 || digits > mostDigits || begin - from < 2 || load<u8>(begin - 1) != dash) return false;
  place(from, begin - 1);
  return true;
}

function place(from: usize, to: usize): void {
  Range.from = from;
  Range.to = to;
}

function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}
