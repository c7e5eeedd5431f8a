import { Bytes } from "./bytes";

const perValue: i32 = 3;
const none: i32 = -1;

/**
 * Where the values of a message's fields are in its bytes, field by field; of messages within messages, a stack. Of each
 * field its first and its last value; of each value where it begins and ends, and the next one.
 */
export class Found {
  static stack: Bytes = new Bytes();

  static clear(): void {
    Found.stack.length = 0;
  }

  /** A frame for a message with so many fields. */
  static open(fields: i32): i32 {
    const stack = Found.stack;
    const frame = stack.length;
    const length = fields * 8;
    const place = stack.place(length);
    for (let at = place; at < place + length; at += 8) store<u64>(at, ~(<u64>0));
    return frame;
  }

  static close(frame: i32): void {
    Found.stack.length = frame;
  }

  /** To the frame that was opened last. */
  @inline
  static add(frame: i32, field: i32, from: usize, to: usize): void {
    const stack = Found.stack;
    const value = stack.length;
    const place = stack.place(perValue * 4);
    store<i32>(place, <i32>from);
    store<i32>(place, <i32>to, 4);
    store<i32>(place, none, 8);
    const ends = stack.start + frame + field * 8;
    const last = load<i32>(ends, 4);
    if (last < 0) store<i32>(ends, value);
    else store<i32>(stack.start + last, value, 8);
    store<i32>(ends, value, 4);
  }

  /** The first value of a field; negative for none. */
  @inline
  static first(frame: i32, field: i32): i32 {
    return load<i32>(Found.stack.start + frame + field * 8);
  }

  @inline
  static from(value: i32): usize {
    return load<u32>(Found.stack.start + value);
  }

  @inline
  static to(value: i32): usize {
    return load<u32>(Found.stack.start + value, 4);
  }

  /** The next value of the same field; negative for none. */
  @inline
  static next(value: i32): i32 {
    return load<i32>(Found.stack.start + value, 8);
  }

  static countOf(first: i32): i32 {
    let count = 0;
    for (let value = first; value >= 0; value = Found.next(value)) count++;
    return count;
  }
}
