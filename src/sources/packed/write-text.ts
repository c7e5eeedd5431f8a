import type { Bytes } from "./bytes.ts";
import { digitOf, formOf, plain, tailOf, unicode, uuid } from "./texts.ts";

/** Writes a text in its place, in the form that takes the least. */
export function writeText(out: Bytes, bytes: Buffer, from: number, end: number, isAscii: boolean): void {
  const form = isAscii ? formOf(bytes, from, end) : unicode;
  const tail = form === plain || form === unicode ? end : end - tailOf(form);
  out.number((tail - from) * 8 + form * 2);
  out.copy(bytes, from, tail);
  if (tail < end) writeDigits(out, bytes, tail, end, form === uuid);
}

function writeDigits(out: Bytes, bytes: Buffer, from: number, end: number, hasDashes: boolean): void {
  out.reserve((end - from) / 2);
  const { buffer } = out;
  let { length } = out;
  for (let at = from; at < end; at += 2) {
    const place = at - from;
    if (hasDashes && (place === 8 || place === 13 || place === 18 || place === 23)) at++;
    buffer[length++] = digitOf(bytes[at] ?? 0) * 16 + digitOf(bytes[at + 1] ?? 0);
  }
  out.length = length;
}
