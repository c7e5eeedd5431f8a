import { isUtf8 } from "node:buffer";
import { hashEnd } from "../../model/index.ts";
import type { Cursor } from "../protobuf/wire/cursor.ts";
import { Malformed } from "../protobuf/wire/malformed.ts";

/** How the bytes of a text that stands in its place are to be read: the two lowest bits of what follows the sign. */
export const plain = 0;
export const unicode = 1;
/** The last 36 characters are a UUID, in its 16 bytes. */
export const uuid = 2;
/** The last 64 characters are hexadecimal, in 32 bytes. */
export const digest = 3;

const uuidLength = 36;
const digestLength = 64;
const dash = 0x2d;

/** Bits that no byte of ASCII has. */
const beyondAscii = 0x80808080;

/** What the bytes of a text are: whether they are ASCII, and a hash to find them by. */
export class TextSight {
  hash = 0;
  isAscii = true;

  /** In one walk, four bytes at once as long as there are four. */
  look({ bytes, view }: Cursor, from: number, to: number): void {
    let hash = to - from;
    let all = 0;
    let at = from;
    for (; at + 4 <= to; at += 4) {
      const four = view.getInt32(at, true);
      all |= four;
      hash = mix(hash, four);
    }
    for (; at < to; at++) {
      const byte = bytes[at] ?? 0;
      all |= byte;
      hash = mix(hash, byte);
    }
    this.hash = hashEnd(hash);
    this.isAscii = (all & beyondAscii) === 0;
    if (!this.isAscii && !isUtf8(bytes.subarray(from, to)))
      throw new Malformed("text that is not UTF-8", from);
  }
}

/** So that a bit of any byte reaches the lower ones too. */
function mix(hash: number, bits: number): number {
  const mixed = Math.imul(hash ^ bits, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

export function hashOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = mix(hash, bytes[at] ?? 0);
  return hashEnd(hash);
}

/** Which way of writing a text of ASCII takes the least. */
export function formOf(
  bytes: Uint8Array,
  from: number,
  to: number,
): typeof plain | typeof uuid | typeof digest {
  if (to - from < uuidLength) return plain;
  if (isUuid(bytes, to - uuidLength)) return uuid;
  if (to - from >= digestLength && isHexadecimal(bytes, to - digestLength, to)) return digest;
  return plain;
}

export function tailOf(form: typeof uuid | typeof digest): number {
  return form === uuid ? uuidLength : digestLength;
}

function isUuid(bytes: Uint8Array, from: number): boolean {
  return (
    bytes[from + 8] === dash &&
    bytes[from + 13] === dash &&
    bytes[from + 18] === dash &&
    bytes[from + 23] === dash &&
    isHexadecimal(bytes, from, from + 8) &&
    isHexadecimal(bytes, from + 9, from + 13) &&
    isHexadecimal(bytes, from + 14, from + 18) &&
    isHexadecimal(bytes, from + 19, from + 23) &&
    isHexadecimal(bytes, from + 24, from + uuidLength)
  );
}

function isHexadecimal(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (digitOf(bytes[at] ?? 0) < 0) return false;
  return true;
}

const digits = new Int8Array(256).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) digits[digit.charCodeAt(0)] = value;

/** -1 for a byte that is no digit in lower case. */
export function digitOf(byte: number): number {
  return digits[byte] ?? -1;
}
