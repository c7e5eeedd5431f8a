import { isAscii } from "node:buffer";
import { Malformed } from "./malformed.ts";

const places = 1 << 13;
const longestKept = 64;

/** Strings that came lately: most of a cluster's strings are the same few, and each need be made only once. */
const kept: (string | undefined)[] = new Array(places).fill(undefined);
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function texts(bytes: Buffer, start: number, end: number): string {
  return end - start > longestKept ? long(bytes, start, end) : short(bytes, start, end);
}

function short(bytes: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return unicode(bytes, start, end);
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  const place = (hash ^ (hash >>> 15)) & (places - 1);
  const known = kept[place];
  if (known !== undefined && isSame(known, bytes, start, end)) return known;
  const made = bytes.toString("latin1", start, end);
  kept[place] = made;
  return made;
}

function isSame(known: string, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = start; at < end; at++) if (known.charCodeAt(at - start) !== bytes[at]) return false;
  return true;
}

function long(bytes: Buffer, start: number, end: number): string {
  return isAscii(bytes.subarray(start, end))
    ? bytes.toString("latin1", start, end)
    : unicode(bytes, start, end);
}

function unicode(bytes: Buffer, start: number, end: number): string {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    throw new Malformed("text that is not UTF-8", start);
  }
}
