import { hashEnd } from "../../model/index.ts";
import type { Cursor } from "../protobuf/wire/cursor.ts";
import { Repeat } from "./repeat.ts";

/** A power of two. */
const places = 1 << 10;
/** Longer values are not kept. */
const longest = 1 << 13;

/** Misses in a row until only some of a kind are kept. */
const patience = 32;
const sample = 16;

/**
 * Values that came lately. In a list, neighbours have much in common, and to compare bytes is a small part of the work of
 * reading them: equal bytes say the same, but for what is in the holes.
 */
export class Repeats {
  readonly #kept: (Repeat | undefined)[] = new Array(places).fill(undefined);
  /** By owner, since one of its values was found. */
  readonly #misses: number[] = [];
  /** Owners of values with holes, which can be anywhere behind the first bytes. */
  readonly #holed: (true | undefined)[] = [];

  /** What is kept takes more room than the items of a short list. */
  forget(): void {
    this.#kept.fill(undefined);
  }

  find(owner: number, cursor: Cursor, from: number, to: number): Repeat | undefined {
    const repeat = this.#kept[this.#placeOf(owner, cursor.view, from, to)];
    if (!repeat?.is(owner, cursor, from, to)) return undefined;
    this.#misses[owner] = 0;
    return repeat;
  }

  /** Where what was written for these bytes is to be kept, if it is. */
  place(owner: number, cursor: Cursor, from: number, to: number, hasHoles: boolean): Repeat | undefined {
    if (to - from > longest || !this.#isHopeful(owner)) return undefined;
    if (hasHoles) this.#holed[owner] = true;
    const place = this.#placeOf(owner, cursor.view, from, to);
    const repeat = this.#kept[place] ?? new Repeat();
    this.#kept[place] = repeat;
    repeat.owner = owner;
    repeat.keepBytes(cursor.bytes, from, to);
    return repeat;
  }

  /** By a few of the bytes, none of which is in a hole: whoever finds another value there takes its place. */
  #placeOf(owner: number, view: DataView, from: number, to: number): number {
    const length = to - from;
    let bits = Math.imul(length, 0x9e3779b1) ^ owner;
    if (length >= 4) bits ^= view.getInt32(from, true);
    if (length >= 8 && this.#holed[owner] === undefined) {
      bits = Math.imul(bits, 0x85ebca6b) ^ view.getInt32(from + ((length >>> 1) & ~3), true);
      bits = Math.imul(bits, 0x85ebca6b) ^ view.getInt32(to - 4, true);
    }
    return hashEnd(bits) & (places - 1);
  }

  /** Of values that hardly ever come again, only some are kept, to see whether that is still so. */
  #isHopeful(owner: number): boolean {
    const misses = this.#misses[owner] ?? 0;
    this.#misses[owner] = misses + 1;
    return misses < patience || misses % sample === 0;
  }
}
