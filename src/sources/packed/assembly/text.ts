import { Bytes } from "./bytes";
import { Problem, refuse } from "./problem";
import { isUtf8 } from "./utf8";

/** How the bytes of a text that stands in its place are to be read: `../texts.ts` has the same. */
const plain: i32 = 0;
const unicode: i32 = 1;
const uuid: i32 = 2;
const digest: i32 = 3;

const uuidLength: usize = 36;
const digestLength: usize = 64;
const dash: u8 = 0x2d;
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
  let rest: u64 = 0;
  for (; at < to; at++) rest = (rest << 8) | load<u8>(at);
  all |= rest;
  Sight.hash = ended(mix(hash, rest));
  Sight.isAscii = (all & beyondAscii) == 0;
  if (!Sight.isAscii && !isUtf8(from, to)) refuse(Problem.notUtf8, from);
}

export function hashOfBytes(from: usize, length: i32): i32 {
  let hash: u64 = <u64>length * 0x9e3779b97f4a7c15;
  const to = from + length;
  let at = from;
  for (; at + 8 <= to; at += 8) hash = mix(hash, load<u64>(at));
  let rest: u64 = 0;
  for (; at < to; at++) rest = (rest << 8) | load<u8>(at);
  return ended(mix(hash, rest));
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

/** Writes a text in its place, in the form that takes the least. */
export function writeText(out: Bytes, from: usize, end: usize, isAscii: bool): void {
  const form = isAscii ? formOf(from, end) : unicode;
  const tail = form == uuid ? end - uuidLength : form == digest ? end - digestLength : end;
  out.number((tail - from) * 8 + form * 2);
  out.copy(from, <i32>(tail - from));
  if (tail < end) writeDigits(out, tail, end, form == uuid);
}

function formOf(from: usize, to: usize): i32 {
  if (to - from < uuidLength) return plain;
  if (isUuid(to - uuidLength)) return uuid;
  if (to - from >= digestLength && isHexadecimal(to - digestLength, to)) return digest;
  return plain;
}

function isUuid(from: usize): bool {
  return (
    load<u8>(from, 8) == dash &&
    load<u8>(from, 13) == dash &&
    load<u8>(from, 18) == dash &&
    load<u8>(from, 23) == dash &&
    isHexadecimal(from, from + 8) &&
    isHexadecimal(from + 9, from + 13) &&
    isHexadecimal(from + 14, from + 18) &&
    isHexadecimal(from + 19, from + 23) &&
    isHexadecimal(from + 24, from + uuidLength)
  );
}

function isHexadecimal(from: usize, to: usize): bool {
  let all: u32 = 0;
  for (let at = from; at < to; at++) all |= digitOf(load<u8>(at));
  return all < noDigit;
}

/** What each byte is as a digit in lower case. */
const digits: usize = heap.alloc(256);
const noDigit: u8 = 0x80;
memory.fill(digits, noDigit, 256);
for (let value = 0; value < 16; value++) store<u8>(digits + (value < 10 ? 0x30 : 0x61 - 10) + value, value);

/** By a table: digits come in no order, and a processor cannot foresee which of two ways is taken. */
function digitOf(byte: u8): u32 {
  return load<u8>(digits + byte);
}

function writeDigits(out: Bytes, from: usize, end: usize, hasDashes: bool): void {
  out.reserve(32);
  let to = out.start + out.length;
  for (let at = from; at < end; at += 2) {
    const place = at - from;
    if (hasDashes && (place == 8 || place == 13 || place == 18 || place == 23)) at++;
    store<u8>(to, (digitOf(load<u8>(at)) << 4) | digitOf(load<u8>(at, 1)));
    to++;
  }
  out.length = <i32>(to - out.start);
}
