import { Bytes, discard, isSame } from "./bytes";
import { perHole } from "./holes";

/** The bytes of a value, and what was written for it. One is used again and again, with all that it has. */
@unmanaged
export class Repeat {
  owner: i32 = 0;
  /** In the dictionary; -1 until it came a second time. */
  number: i32 = -1;
  bytes: Bytes = new Bytes();
  /** What was written, but for the moments. */
  written: Bytes = new Bytes();
  /** From the begin of the value, in the order in which they were written. */
  holes: Bytes = new Bytes();
  /** The same, in the order of their places. */
  inOrder: Bytes = new Bytes();
  /** Of which values sinks have heard: the sinks, and where the value begins and ends, from the begin of this one. */
  heard: Bytes = new Bytes();

  is(owner: i32, from: usize, length: i32): bool {
    if (this.owner != owner || this.bytes.length != length) return false;
    const start = this.bytes.start;
    const end = this.inOrder.start + this.inOrder.length;
    let at: usize = 0;
    for (let hole = this.inOrder.start; hole < end; hole += perHole) {
      const to: usize = load<u32>(hole);
      if (!isSame(start + at, from + at, to - at)) return false;
      at = load<u32>(hole, 4);
    }
    return isSame(start + at, from + at, <usize>length - at);
  }

  keepBytes(from: usize, length: i32): void {
    this.bytes.length = 0;
    this.bytes.copy(from, length);
  }

  keepHoles(all: Bytes, first: i32, start: usize): void {
    this.holes.length = this.inOrder.length = 0;
    for (let at = first; at < all.length; at += perHole) {
      const hole = all.start + at;
      const from = load<i32>(hole) - <i32>start;
      const to = load<i32>(hole, 4) - <i32>start;
      this.holes.word(from);
      this.holes.word(to);
      this.holes.word(load<i32>(hole, 8));
      this.insert(from, to);
    }
  }

  keepHeard(all: Bytes, first: i32, start: usize): void {
    this.heard.length = 0;
    for (let at = first; at < all.length; at += perHeard) {
      const each = all.start + at;
      this.heard.word(load<i32>(each));
      this.heard.word(load<i32>(each, 4) - <i32>start);
      this.heard.word(load<i32>(each, 8) - <i32>start);
    }
  }

  keepWritten(out: Bytes, begin: i32): void {
    this.number = -1;
    this.written.length = 0;
    this.written.copy(out.start + begin, out.length - begin);
  }

  free(): void {
    discard(this.bytes);
    discard(this.written);
    discard(this.holes);
    discard(this.inOrder);
    discard(this.heard);
    heap.free(changetype<usize>(this));
  }

  /** A hole at its place among the others. */
  private insert(from: i32, to: i32): void {
    const inOrder = this.inOrder;
    let at = inOrder.length;
    inOrder.reserve(perHole);
    inOrder.length += perHole;
    for (; at > 0 && load<i32>(inOrder.start + at - perHole) > from; at -= perHole)
      memory.copy(inOrder.start + at, inOrder.start + at - perHole, perHole);
    store<i32>(inOrder.start + at, from);
    store<i32>(inOrder.start + at, to, 4);
  }
}

export const perHeard: i32 = 12;
