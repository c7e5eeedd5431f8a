import { isSame } from "./bytes";

/**
 * What is done with the items of a kind, as words of 32 bits that `../program` writes. A reference is how far from the begin of
 * the program a record stands; 0 for none. The shape of each record is told where `../program` writes it.
 */
export class Program {
  static start: usize = 0;
}

/** Where the record is. */
export function at(reference: i32): usize {
  return Program.start + reference;
}

/** A word of a record. */
export function word(record: usize, place: i32): i32 {
  return load<i32>(record + (place << 2));
}

/** Whether a value begins with the text of a record: its length, and its bytes. */
export function beginsWith(text: usize, from: usize, to: usize): bool {
  const length: usize = word(text, 0);
  return to - from >= length && isSame(text + 4, from, length);
}
