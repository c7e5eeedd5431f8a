import { isSame } from "./bytes";
import { word } from "./program";

const quote: u8 = 0x22;
const backslash: u8 = 0x5c;
const unicode: u8 = 0x75;
const colon: u8 = 0x3a;
const comma: u8 = 0x2c;
const open: u8 = 0x7b;
const close: u8 = 0x7d;

/** Objects of objects, without spaces and escapes, as the API server writes sets of fields. */
export class Json {
  /** Where the value that was looked for begins; 0 where there is none. */
  static from: usize = 0;

  /**
   * Looks for a key of the object that begins at `start`, without parsing what comes before it. `false`: it is written in
   * another way, or breaks off.
   *
   * @param quoted its length, and its bytes
   */
  static find(start: usize, to: usize, quoted: usize): bool {
    Json.from = 0;
    if (byteAt(start, to) != open) return false;
    if (byteAt(start + 1, to) == close) return true;
    const length: usize = word(quoted, 0);
    let at = start + 1;
    while (true) {
      const keyEnd = endOfKey(at, to);
      if (keyEnd == 0 || byteAt(keyEnd, to) != colon || byteAt(keyEnd + 1, to) != open) return false;
      const value = keyEnd + 1;
      if (keyEnd - at == length && isSame(at, quoted + 4, length)) {
        Json.from = value;
        return true;
      }
      const end = endOfObject(value, to);
      if (end == 0) return false;
      if (byteAt(end, to) == close) return true;
      if (byteAt(end, to) != comma) return false;
      at = end + 1;
    }
  }

  /** Whether a backslash and a `u` stand somewhere. */
  static hasUnicodeEscape(from: usize, to: usize): bool {
    let at = from;
    for (; at + 8 < to; at += 8) if (hasBackslash(load<u64>(at)) && isEscapeAmong(at, at + 8)) return true;
    return at + 1 < to && isEscapeAmong(at, to - 1);
  }

  /** The place after the object that begins there. */
  static endOf(start: usize, to: usize): usize {
    return endOfObject(start, to) || to;
  }
}

/** Whether one of the eight bytes is a backslash: the usual way to look for a byte of 0, once those are made 0. */
function hasBackslash(eight: u64): bool {
  const zeros = eight ^ 0x5c5c5c5c5c5c5c5c;
  return ((zeros - 0x0101010101010101) & ~zeros & 0x8080808080808080) != 0;
}

/** Whether an escape begins there, or before the end; what comes next is there. */
function isEscapeAmong(from: usize, end: usize): bool {
  for (let at = from; at < end; at++)
    if (load<u8>(at) == backslash && load<u8>(at, 1) == unicode) return true;
  return false;
}

function byteAt(at: usize, to: usize): u8 {
  return at < to ? load<u8>(at) : 0;
}

/** The place after a key without escapes; 0 where there is none. */
function endOfKey(start: usize, to: usize): usize {
  if (byteAt(start, to) != quote) return 0;
  for (let at = start + 1; at < to; at++) {
    const byte = load<u8>(at);
    if (byte == backslash) return 0;
    if (byte == quote) return at + 1;
  }
  return 0;
}

/** The place after an object; 0 where it does not end. */
function endOfObject(start: usize, to: usize): usize {
  let depth = 0;
  let at = start;
  while (at < to) {
    const byte = load<u8>(at++);
    if (byte == quote) {
      while (at < to) {
        const inside = load<u8>(at++);
        if (inside == quote) break;
        if (inside == backslash) at++;
      }
    } else if (byte == open) depth++;
    else if (byte == close && --depth == 0) return at;
  }
  return 0;
}
