import { Bytes, discard } from "./bytes";
import { mustBeAsked, takeAfter, takeAll } from "./codes";
import { Now } from "./list";
import { hashOfText } from "./outside";
import { at, beginsWith, word } from "./program";

/** The keys that one recipe makes of the items of a page: for each item how many, and of each key both hashes. */
@unmanaged
export class KeyColumn {
  counts: Bytes = new Bytes();
  hashes: Bytes = new Bytes();
  checks: Bytes = new Bytes();
  /** How many bytes of hashes there were before those of the object at hand. */
  before: i32 = 0;
  isOpen: bool = false;

  column(at: i32): Bytes {
    if (at == 0) return this.counts;
    return at == 1 ? this.hashes : this.checks;
  }

  /** Begins another page. */
  clear(): void {
    this.counts.length = this.hashes.length = this.checks.length = this.before = 0;
    this.isOpen = false;
  }

  /** Begins an object; what was noted of one that was not taken is forgotten. */
  begin(): void {
    this.isOpen = false;
    this.hashes.length = this.checks.length = this.before;
  }

  add(hash: i32, check: i32): void {
    for (let at: usize = this.before; at < <usize>this.hashes.length; at += 4)
      if (load<i32>(this.hashes.start + at) == hash && load<i32>(this.checks.start + at) == check) return;
    this.hashes.word(hash);
    this.checks.word(check);
  }

  /** The object must be asked. */
  open(): void {
    this.isOpen = true;
  }

  /** The object is taken. */
  settle(): void {
    const count = (this.hashes.length - this.before) >> 2;
    const isOpen = this.isOpen || count >= mustBeAsked;
    if (isOpen) this.begin();
    this.counts.byte(isOpen ? mustBeAsked : count);
    this.before = this.hashes.length;
  }

  free(): void {
    discard(this.counts);
    discard(this.hashes);
    discard(this.checks);
    heap.free(changetype<usize>(this));
  }
}

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
  if (take == takeAll) {
    if (from != 0) place(from, to);
    else place(other + 4, other + 4 + word(other, 0));
    return true;
  }
  if (from == 0) return false;
  return take == takeAfter ? findAfter(other, from, to) : findBeforeNumber(from, to);
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

const zero: u32 = 0x30;
const colon: u32 = 0x3a;
/** Bits that no byte of ASCII has. */
const beyondAscii: u32 = 0x80808080;

/** A key of several texts. */
const parts = new Bytes();

/**
 * Makes both hashes of a key from bytes, as `src/kubernetes/key.ts` makes them of a string. Of a text that is not plain ASCII the
 * bytes are not what a string is hashed by.
 */
class Hasher {
  static hash: i32 = 0;
  static check: i32 = 0;
  static isPlain: bool = true;

  @inline
  private static step(hash: i32, word: i32, factor: i32, turn: i32): i32 {
    const mixed: i32 = (hash ^ word) * factor;
    return mixed ^ (mixed >>> turn);
  }

  static text(from: usize, to: usize): void {
    const length = <i32>(to - from);
    let hash: i32 = 0x811c9dc5 ^ length;
    let check: i32 = 0x2545f491 ^ length;
    let all: u32 = 0;
    let at = from;
    for (; at + 4 <= to; at += 4) {
      const four: u32 = load<u32>(at);
      all |= four;
      hash = Hasher.step(hash, four, 0x85ebca6b, 15);
      check = Hasher.step(check, four, 0x5bd1e995, 13);
    }
    if (at < to) {
      let last: u32 = 0;
      for (let each = to - 1; each >= at; each--) last = (last << 8) | load<u8>(each);
      all |= last;
      hash = Hasher.step(hash, last, 0x85ebca6b, 15);
      check = Hasher.step(check, last, 0x5bd1e995, 13);
    }
    Hasher.isPlain = (all & beyondAscii) == 0;
    Hasher.hash = ended(hash, 0x45d9f3b);
    Hasher.check = ended(check, 0x7feb352d);
  }

  /** Begins a key of several texts. */
  static beginParts(): void {
    parts.length = 0;
  }

  /** Adds a text to it, as `keyOf` does. */
  static part(from: usize, to: usize): void {
    decimal(<u32>(to - from));
    parts.byte(colon);
    parts.copy(from, <i32>(to - from));
  }

  static endParts(): void {
    Hasher.text(parts.start, parts.start + parts.length);
  }
}

/** `hashOf` a text. */
export function textHash(from: usize, to: usize): i32 {
  Hasher.text(from, to);
  return Hasher.isPlain ? Hasher.hash : hashOfText(from, to);
}

function ended(hash: i32, factor: i32): i32 {
  const mixed: i32 = (hash ^ (hash >>> 16)) * factor;
  return mixed ^ (mixed >>> 15);
}

function decimal(number: u32): void {
  if (number >= 10) decimal(number / 10);
  parts.byte(zero + (number % 10));
}
