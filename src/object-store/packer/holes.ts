import { Bytes } from "./bytes";

/** What a hole is of. */
export const passedOver: i32 = 0;
export const wholeSeconds: i32 = 1;
export const microSeconds: i32 = 2;

export const perHole: i32 = 12;

/** What is passed over and shorter than this is compared with what is around it. */
const shortestHole: usize = 16;

/**
 * Where, in the bytes of an item, there is something of which nothing is to be seen in what was written for the bytes
 * around it: a moment, which is written apart, and the value of a field that is not asked for. Of each: where it begins and
 * ends, and what it is of.
 */
export class Holes {
  static all: Bytes = new Bytes();

  static add(from: usize, to: usize, kind: i32): void {
    const hole = Holes.all.place(perHole);
    store<i32>(hole, <i32>from);
    store<i32>(hole, <i32>to, 4);
    store<i32>(hole, kind, 8);
  }

  /** What is there is not asked for. */
  static passOver(from: usize, to: usize): void {
    if (to - from >= shortestHole) Holes.add(from, to, passedOver);
  }
}
