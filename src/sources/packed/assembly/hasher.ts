import { hashOfText } from "./outside";

const space: i32 = 0x20;
const tilde: i32 = 0x7e;
const zero: i32 = 0x30;
const colon: i32 = 0x3a;

/**
 * Makes both hashes of a key from bytes, as `src/model/hash.ts` makes them of a string. Of a text that is not plain ASCII the
 * bytes are not what a string is hashed by.
 */
export class Hasher {
  static hash: i32 = 0;
  static check: i32 = 0;
  static isPlain: bool = true;

  static begin(): void {
    Hasher.hash = 0x811c9dc5;
    Hasher.check = 0x2545f491;
    Hasher.isPlain = true;
  }

  static text(from: usize, to: usize): void {
    let hash = Hasher.hash;
    let check = Hasher.check;
    // Negative as soon as one is not between them.
    let between: i32 = 0;
    for (let at = from; at < to; at++) {
      const unit: i32 = load<u8>(at);
      between |= (unit - space) | (tilde - unit);
      hash = (hash ^ unit) * 0x01000193;
      check = rotl<i32>((check ^ unit) * 0x5bd1e995, 13);
    }
    if (between < 0) Hasher.isPlain = false;
    Hasher.hash = hash;
    Hasher.check = check;
  }

  /** A part of a key of several, as `keyOf` has it. */
  static part(from: usize, to: usize): void {
    decimal(<u32>(to - from));
    unit(colon);
    Hasher.text(from, to);
  }

  static hashed(): i32 {
    const hash = Hasher.hash;
    const mixed: i32 = (hash ^ (hash >>> 16)) * 0x45d9f3b;
    return mixed ^ (mixed >>> 15);
  }

  static checked(): i32 {
    const check = Hasher.check;
    const mixed: i32 = (check ^ (check >>> 13)) * 0x5bd1e995;
    return mixed ^ (mixed >>> 15);
  }
}

/** `hashOf` a text. */
export function textHash(from: usize, to: usize): i32 {
  Hasher.begin();
  Hasher.text(from, to);
  return Hasher.isPlain ? Hasher.hashed() : hashOfText(from, to);
}

function decimal(number: u32): void {
  if (number >= 10) decimal(number / 10);
  unit(zero + <i32>(number % 10));
}

function unit(unit: i32): void {
  Hasher.hash = (Hasher.hash ^ unit) * 0x01000193;
  Hasher.check = rotl<i32>((Hasher.check ^ unit) * 0x5bd1e995, 13);
}
