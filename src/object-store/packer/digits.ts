import { Bytes } from "./bytes";

export const uuidLength: usize = 36;
export const digestLength: usize = 64;
const uuidBytes: i32 = 16;
const digestBytes: i32 = 32;
const dash: u8 = 0x2d;

/** Once in each of eight bytes. */
const each: u64 = 0x0101010101010101;
const highest: u64 = 0x80 * each;

/** Whether a UUID begins here. All of its bytes are ASCII. */
export function isUuid(from: usize): bool {
  return (
    load<u8>(from, 8) == dash &&
    load<u8>(from, 13) == dash &&
    load<u8>(from, 18) == dash &&
    load<u8>(from, 23) == dash &&
    areDigits(load<u64>(from)) &&
    areDigits(fours(from + 9, from + 14)) &&
    areDigits(fours(from + 19, from + 24)) &&
    areDigits(load<u64>(from, 28))
  );
}

export function writeUuid(out: Bytes, from: usize): void {
  const to = out.place(uuidBytes);
  store<u32>(to, bytesOf(load<u64>(from)));
  store<u32>(to, bytesOf(fours(from + 9, from + 14)), 4);
  store<u32>(to, bytesOf(fours(from + 19, from + 24)), 8);
  store<u32>(to, bytesOf(load<u64>(from, 28)), 12);
}

export function isDigest(from: usize): bool {
  for (let at: usize = 0; at < digestLength; at += 8) if (!areDigits(load<u64>(from + at))) return false;
  return true;
}

export function writeDigest(out: Bytes, from: usize): void {
  const to = out.place(digestBytes);
  for (let at: usize = 0; at < digestLength; at += 8)
    store<u32>(to + (at >> 1), bytesOf(load<u64>(from + at)));
}

/** Four bytes here and four there. */
function fours(one: usize, other: usize): u64 {
  return ((<u64>load<u32>(other)) << 32) | load<u32>(one);
}

/** Whether eight bytes of ASCII are hexadecimal digits in lower case. The highest bit of each byte says what it is not. */
function areDigits(eight: u64): bool {
  const digits = eight ^ (0x30 * each);
  const letters = eight ^ (0x60 * each);
  const above9 = digits + 0x76 * each;
  const aboveF = letters + 0x79 * each;
  const fromA = letters + 0x7f * each;
  return (above9 & (aboveF | ~fromA) & highest) == 0;
}

/** What eight digits say, as four bytes. */
function bytesOf(eight: u64): u32 {
  const halves = (eight & (0x0f * each)) + ((eight >> 6) & each) * 9;
  let bytes = ((halves << 4) | (halves >> 8)) & 0x00ff00ff00ff00ff;
  bytes = (bytes | (bytes >> 8)) & 0x0000ffff0000ffff;
  return <u32>(bytes | (bytes >> 16));
}
