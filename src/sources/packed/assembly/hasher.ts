import { Bytes } from "./bytes";
import { hashOfText } from "./outside";

const zero: u32 = 0x30;
const colon: u32 = 0x3a;
/** Bits that no byte of ASCII has. */
const beyondAscii: u32 = 0x80808080;

/** A key of several texts. */
const parts = new Bytes();

/**
 * Makes both hashes of a key from bytes, as `src/model/key.ts` makes them of a string. Of a text that is not plain ASCII the
 * bytes are not what a string is hashed by.
 */
export class Hasher {
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
