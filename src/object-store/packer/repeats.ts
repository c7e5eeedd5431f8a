import { cleared } from "./dictionary";
import { Repeat } from "./repeat";

/** A power of two. */
const places: i32 = 1 << 10;
/** Longer values are not kept. */
const longest: i32 = 1 << 13;
/** Misses in a row until only some of a kind are kept. */
const patience: i32 = 32;
const sample: i32 = 16;

/**
 * Values that came lately. In a list, neighbours have much in common, and to compare bytes is a small part of the work of
 * reading them: equal bytes say the same, but for what is in the holes.
 */
@unmanaged
export class Repeats {
  kept: usize = cleared(places);
  /** By owner, since one of its values was found. */
  misses: usize;
  /** By owner: 1 for those of values with holes, which can be anywhere behind the first bytes. */
  holed: usize;

  constructor(owners: i32) {
    this.misses = cleared(owners);
    this.holed = cleared(owners);
  }

  find(owner: i32, from: usize, length: i32): Repeat | null {
    const repeat = load<usize>(this.placeOf(owner, from, length));
    if (repeat == 0 || !changetype<Repeat>(repeat).is(owner, from, length)) return null;
    store<i32>(this.misses + (owner << 2), 0);
    return changetype<Repeat>(repeat);
  }

  /** Where what was written for these bytes is to be kept, if it is. */
  place(owner: i32, from: usize, length: i32, hasHoles: bool): Repeat | null {
    if (length > longest || !this.isHopeful(owner)) return null;
    if (hasHoles) store<i32>(this.holed + (owner << 2), 1);
    const place = this.placeOf(owner, from, length);
    const known = load<usize>(place);
    const repeat = known == 0 ? new Repeat() : changetype<Repeat>(known);
    store<usize>(place, changetype<usize>(repeat));
    repeat.owner = owner;
    repeat.keepBytes(from, length);
    return repeat;
  }

  free(): void {
    for (let at = 0; at < places; at++) {
      const repeat = load<usize>(this.kept + (at << 2));
      if (repeat != 0) changetype<Repeat>(repeat).free();
    }
    heap.free(this.kept);
    heap.free(this.misses);
    heap.free(this.holed);
    heap.free(changetype<usize>(this));
  }

  /** By a few of the bytes, none of which is in a hole: a run that finds another value there takes its place. */
  private placeOf(owner: i32, from: usize, length: i32): usize {
    let bits: i32 = (length * 0x9e3779b1) ^ owner;
    if (length >= 4) bits ^= load<i32>(from);
    if (length >= 8 && load<i32>(this.holed + (owner << 2)) == 0) {
      bits = (bits * 0x85ebca6b) ^ load<i32>(from + ((length >>> 1) & ~3));
      bits = (bits * 0x85ebca6b) ^ load<i32>(from + length - 4);
    }
    bits = (bits ^ (bits >>> 16)) * 0x45d9f3b;
    bits ^= bits >>> 15;
    return this.kept + ((bits & (places - 1)) << 2);
  }

  /** Of values that hardly ever come again, only some are kept, to see whether that is still so. */
  private isHopeful(owner: i32): bool {
    const place = this.misses + (owner << 2);
    const misses = load<i32>(place);
    store<i32>(place, misses + 1);
    return misses < patience || misses % sample == 0;
  }
}
