import type { KeyText } from "../../../model/index.ts";
import type { Notes } from "./notes.ts";

/** A text, wherever it is. */
export interface Range {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** Finds a text of the item. `false`: there is none, and there is to be no key without it. */
export type FindText = (notes: Notes, bytes: Uint8Array, range: Range) => boolean;

const empty = Buffer.alloc(0);
const dash = 0x2d;
const mostDigits = 9;

export interface FoundText {
  readonly find: FindText;
  /** Whether the text is a key by itself when it is empty. */
  readonly whenEmpty: "no key" | "a key";
}

export function findText(text: KeyText, value: number): FoundText {
  switch (text.take) {
    case "all":
      return "orElse" in text
        ? { find: orElse(value, Buffer.from(text.orElse)), whenEmpty: "a key" }
        : { find: orElse(value, empty), whenEmpty: "no key" };
    case "after":
      return { find: after(value, Buffer.from(text.prefix)), whenEmpty: "no key" };
    case "before number":
      return { find: beforeNumber(value), whenEmpty: "no key" };
  }
}

function orElse(value: number, otherwise: Buffer): FindText {
  return (notes, bytes, range) => {
    if (notes.has(value)) place(range, bytes, notes.from(value), notes.to(value));
    else place(range, otherwise, 0, otherwise.length);
    return true;
  };
}

function after(value: number, prefix: Buffer): FindText {
  return (notes, bytes, range) => {
    const from = notes.from(value);
    const to = notes.to(value);
    if (from < 0 || !beginsWith(bytes, from, to, prefix)) return false;
    place(range, bytes, from + prefix.length, to);
    return true;
  };
}

function beforeNumber(value: number): FindText {
  return (notes, bytes, range) => {
    const from = notes.from(value);
    const to = notes.to(value);
    let at = to;
    while (at > from && isDigit(bytes[at - 1] ?? 0)) at--;
    const digits = to - at;
    if (from < 0 || digits === 0 || digits > mostDigits || at - from < 2 || bytes[at - 1] !== dash)
      return false;
    place(range, bytes, from, at - 1);
    return true;
  };
}

export function beginsWith(bytes: Uint8Array, from: number, to: number, prefix: Uint8Array): boolean {
  if (to - from < prefix.length) return false;
  for (let at = 0; at < prefix.length; at++) if (bytes[from + at] !== prefix[at]) return false;
  return true;
}

function place(range: Range, bytes: Uint8Array, from: number, to: number): void {
  range.bytes = bytes;
  range.from = from;
  range.to = to;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
