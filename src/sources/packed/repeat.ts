import type { Cursor } from "../protobuf/wire/cursor.ts";
import { Bytes } from "./bytes.ts";
import { Heard } from "./heard.ts";
import { Holes } from "./holes.ts";

/** Longer runs are compared by Node.js, which is quick once it is called. */
const long = 160;

/** The bytes of a value, and what was written for it. One is used again and again, with all that it has. */
export class Repeat {
  owner = 0;
  /** In the dictionary; -1 until it came a second time. */
  number = -1;
  /** What was written, but for the moments. */
  readonly written = new Bytes();
  /** From the begin of the value, in the order in which they were written. */
  readonly holes = new Holes();
  readonly heard = new Heard();
  /** In the order of their places. */
  readonly #inOrder = new Holes();
  #bytes = new Bytes();
  #view = new DataView(this.#bytes.buffer.buffer);

  is(owner: number, cursor: Cursor, from: number, to: number): boolean {
    if (this.owner !== owner || this.#bytes.length !== to - from) return false;
    const holes = this.#inOrder;
    let at = 0;
    for (let hole = 0; hole < holes.length; hole++) {
      if (!this.#isSame(at, holes.from(hole), cursor, from)) return false;
      at = holes.to(hole);
    }
    return this.#isSame(at, to - from, cursor, from);
  }

  keepBytes(bytes: Buffer, from: number, to: number): void {
    const { buffer } = this.#bytes;
    this.#bytes.length = 0;
    this.#bytes.copy(bytes, from, to);
    if (buffer !== this.#bytes.buffer) this.#view = new DataView(this.#bytes.buffer.buffer);
  }

  keepHoles(holes: Holes, first: number, start: number): void {
    this.holes.length = 0;
    this.#inOrder.length = 0;
    for (let hole = first; hole < holes.length; hole++) {
      const from = holes.from(hole) - start;
      const to = holes.to(hole) - start;
      this.holes.add(from, to, holes.kind(hole));
      this.#inOrder.insert(from, to);
    }
  }

  keepHeard(heard: Heard, first: number, start: number): void {
    this.heard.length = 0;
    for (let at = first; at < heard.length; at++)
      this.heard.add(heard.sinks(at), heard.from(at) - start, heard.to(at) - start);
  }

  keepWritten({ buffer, length }: Bytes, begin: number): void {
    this.number = -1;
    this.written.length = 0;
    this.written.copy(buffer, begin, length);
  }

  #isSame(begin: number, end: number, cursor: Cursor, from: number): boolean {
    if (end - begin >= long)
      return cursor.bytes.compare(this.#bytes.buffer, begin, end, from + begin, from + end) === 0;
    const view = this.#view;
    const { view: other } = cursor;
    let at = begin;
    for (; at + 4 <= end; at += 4)
      if (view.getInt32(at, true) !== other.getInt32(from + at, true)) return false;
    for (; at < end; at++) if (view.getUint8(at) !== other.getUint8(from + at)) return false;
    return true;
  }
}
