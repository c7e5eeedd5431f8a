import { Bytes } from "./bytes";
import { refuse } from "./outside";
import { isUtf8 } from "./utf8";

/** Bits that no byte of ASCII has. */
const beyondAscii: u64 = 0x8080808080808080;

/** What the bytes of a text are: whether they are ASCII, and a hash to find them by. */
export class Sight {
  static hash: i32 = 0;
  static isAscii: bool = true;
}

/** In one walk, eight bytes at once as long as there are eight. */
export function look(from: usize, to: usize): void {
  let hash: u64 = <u64>(to - from) * 0x9e3779b97f4a7c15;
  let all: u64 = 0;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const eight = load<u64>(at);
    all |= eight;
    hash = mix(hash, eight);
  }
  const rest = lastOf(from, at, to);
  all |= rest;
  Sight.hash = ended(mix(hash, rest));
  Sight.isAscii = (all & beyondAscii) == 0;
  if (!Sight.isAscii && !isUtf8(from, to)) refuse("text that is not UTF-8", from);
}

export function hashOfBytes(from: usize, length: i32): i32 {
  let hash: u64 = <u64>length * 0x9e3779b97f4a7c15;
  const to = from + length;
  let at = from;
  for (; at + 8 <= to; at += 8) hash = mix(hash, load<u64>(at));
  return ended(mix(hash, lastOf(from, at, to)));
}

/** The bytes that are fewer than eight, with some of those before where there are any. */
function lastOf(from: usize, at: usize, to: usize): u64 {
  if (at > from) return load<u64>(to - 8);
  const length = to - from;
  if (length >= 4) return ((<u64>load<u32>(from)) << 32) | load<u32>(to - 4);
  let rest: u64 = 0;
  for (let next = from; next < to; next++) rest = (rest << 8) | load<u8>(next);
  return rest;
}

/** So that a bit of any byte reaches the lower ones too. */
function mix(hash: u64, bits: u64): u64 {
  const mixed = (hash ^ bits) * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
}

function ended(hash: u64): i32 {
  const mixed = hash * 0xc4ceb9fe1a85ec53;
  return <i32>(mixed >> 32);
}

/** Writes a text in its place, with whether its bytes are ASCII. */
export function writeText(out: Bytes, from: usize, end: usize, isAscii: bool): void {
  out.number((end - from) * 4 + (isAscii ? 0 : 2));
  out.copy(from, <i32>(end - from));
}
