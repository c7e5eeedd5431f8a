import { checkBegin, checkEnd, checkStep, hashBegin, hashEnd, hashStep } from "../../../model/index.ts";

const space = 0x20;
const tilde = 0x7e;
const zero = 0x30;
const colon = 0x3a;

/** Makes both hashes of a key from bytes. Of a text that is not plain ASCII the bytes are not what a string is hashed by. */
export class KeyHasher {
  #hash = 0;
  #check = 0;
  isPlain = true;

  begin(): void {
    this.#hash = hashBegin;
    this.#check = checkBegin;
    this.isPlain = true;
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#hash;
    let check = this.#check;
    // Negative as soon as one is not between them.
    let between = 0;
    for (let at = from; at < to; at++) {
      const unit = bytes[at] ?? 0;
      between |= (unit - space) | (tilde - unit);
      hash = hashStep(hash, unit);
      check = checkStep(check, unit);
    }
    if (between < 0) this.isPlain = false;
    this.#hash = hash;
    this.#check = check;
  }

  /** A part of a key of several, as `keyOf` has it. */
  part(bytes: Uint8Array, from: number, to: number): void {
    this.#decimal(to - from);
    this.#unit(colon);
    this.text(bytes, from, to);
  }

  get hash(): number {
    return hashEnd(this.#hash);
  }

  get check(): number {
    return checkEnd(this.#check);
  }

  #decimal(number: number): void {
    if (number >= 10) this.#decimal(Math.floor(number / 10));
    this.#unit(zero + (number % 10));
  }

  #unit(unit: number): void {
    this.#hash = hashStep(this.#hash, unit);
    this.#check = checkStep(this.#check, unit);
  }
}
