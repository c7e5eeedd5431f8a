import type { Cursor } from "../protobuf/wire/cursor.ts";
import type { Bytes } from "./bytes.ts";
import type { Holes } from "./holes.ts";
import { Repeat } from "./repeat.ts";

/** A power of two. */
const places = 1 << 9;
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

  /** What is kept takes more room than the items of a short list. */
  forget(): void {
    this.#kept.fill(undefined);
  }

  find(owner: number, cursor: Cursor, from: number, to: number): Repeat | undefined {
    const repeat = this.#kept[placeOf(owner, cursor.view, from, to)];
    if (!repeat?.is(owner, cursor, from, to)) return undefined;
    this.#misses[owner] = 0;
    return repeat;
  }

  /**
   * @param first the first of the value's holes, of which the last was added last
   * @param begin where it begins in what was written, of which it is the end
   */
  remember(
    owner: number,
    { bytes, view }: Cursor,
    from: number,
    to: number,
    holes: Holes,
    first: number,
    out: Bytes,
    begin: number,
  ): void {
    if (to - from > longest || !this.#isHopeful(owner)) return;
    const place = placeOf(owner, view, from, to);
    const repeat = this.#kept[place] ?? new Repeat();
    this.#kept[place] = repeat;
    repeat.owner = owner;
    repeat.keepBytes(bytes, from, to);
    repeat.keepHoles(holes, first, from);
    repeat.keepWritten(out, begin);
  }

  /** Of values that hardly ever come again, only some are kept, to see whether that is still so. */
  #isHopeful(owner: number): boolean {
    const misses = this.#misses[owner] ?? 0;
    this.#misses[owner] = misses + 1;
    return misses < patience || misses % sample === 0;
  }
}

/** By a few of the bytes: whoever finds another value there takes its place. */
function placeOf(owner: number, view: DataView, from: number, to: number): number {
  const length = to - from;
  const begin = length < 4 ? 0 : view.getInt32(from, true);
  const mixed = Math.imul(begin ^ Math.imul(length, 0x9e3779b1) ^ owner, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & (places - 1);
}
