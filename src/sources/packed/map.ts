import { Cursor, delimited } from "../protobuf/wire/cursor.ts";
import { Malformed } from "../protobuf/wire/malformed.ts";
import { endOf, writeCount } from "./fields.ts";
import { type FieldForm, newOwner } from "./form.ts";
import { beginsWith, type Sink } from "./noted/index.ts";
import type { Packer } from "./packer.ts";
import type { Reader } from "./reader.ts";

const keyTag = (1 << 3) | delimited;
const valueTag = (2 << 3) | delimited;
/** What a quantity says that says nothing. */
const zero = new Cursor(Buffer.from("0"));

/** An entry of which somebody is to hear. */
export interface NotedEntry {
  readonly key: Uint8Array;
  readonly sinks: readonly Sink[];
}

/** Texts by keys. As in JSON, what is made of them has no prototype, since the keys are free. */
export function mapForm(values: "text" | "quantity", noted: readonly NotedEntry[]): FieldForm {
  const owner = newOwner();
  const entry = new Entry(values);
  return {
    pack(first, cursor, packer) {
      const { found } = packer;
      const from = found.tag(first);
      const to = endOf(first, found);
      if (packer.writeAgain(owner, cursor, from, to)) return true;
      packer.beginWhole();
      let isAscending = true;
      let [previousFrom, previousTo] = [0, -1];
      writeCount(first, packer);
      for (let value = first; value >= 0; value = found.next(value)) {
        entry.find(cursor, found.from(value), found.to(value));
        const { from: keyFrom, to: keyTo } = entry.key;
        if (previousTo >= 0 && !isBefore(cursor.bytes, previousFrom, previousTo, keyFrom, keyTo))
          isAscending = false;
        previousFrom = keyFrom;
        previousTo = keyTo;
        entry.write(cursor, packer);
        if (noted.length > 0) entry.note(cursor, packer, noted);
      }
      if (!isAscending) assertDistinct(first, cursor, packer, entry);
      packer.endWhole(owner, cursor, from, to);
      return true;
    },
    unpack: (reader) => reader.whole(read),
  };
}

/** An entry that was found, and where its parts are. */
class Entry {
  readonly key = { from: 0, to: 0 };
  readonly #value = { from: 0, to: 0 };
  readonly #values: "text" | "quantity";
  #isZero = false;

  constructor(values: "text" | "quantity") {
    this.#values = values;
  }

  find(cursor: Cursor, from: number, end: number): void {
    this.key.from = this.key.to = this.#value.from = this.#value.to = from;
    this.#isZero = false;
    cursor.at = from;
    while (cursor.at < end) {
      const tag = cursor.uint32(end);
      if (tag !== keyTag && tag !== valueTag)
        throw new Malformed("an entry of a map with something else", cursor.at);
      const to = cursor.delimited(end);
      if (tag === keyTag) place(this.key, cursor, to);
      else if (this.#values === "text") place(this.#value, cursor, to);
      else this.#findQuantity(cursor, to);
    }
  }

  write(cursor: Cursor, packer: Packer): void {
    writeRange(this.key, cursor, packer);
    if (this.#isZero) {
      zero.at = 0;
      packer.writeText(zero, 1);
    } else writeRange(this.#value, cursor, packer);
  }

  note({ bytes }: Cursor, packer: Packer, noted: readonly NotedEntry[]): void {
    const { from, to } = this.key;
    for (const { key, sinks } of noted) {
      if (key.length === to - from && beginsWith(bytes, from, to, key))
        packer.hear(sinks, bytes, this.#value.from, this.#value.to);
    }
  }

  /** `resource.Quantity`: its text. kubernetes/apimachinery pkg/api/resource/generated.proto (v1.36). */
  #findQuantity(cursor: Cursor, end: number): void {
    this.#isZero = true;
    while (cursor.at < end) {
      if (cursor.uint32(end) !== keyTag) throw new Malformed("a quantity with something else", cursor.at);
      this.#isZero = false;
      place(this.#value, cursor, cursor.delimited(end));
    }
  }
}

interface Range {
  from: number;
  to: number;
}

function place(range: Range, cursor: Cursor, to: number): void {
  range.from = cursor.at;
  range.to = to;
  cursor.at = to;
}

function writeRange({ from, to }: Range, cursor: Cursor, packer: Packer): void {
  cursor.at = from;
  packer.writeText(cursor, to);
}

/** Whether one run of bytes comes before another in their order. */
function isBefore(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  const length = Math.min(to - from, otherTo - otherFrom);
  for (let at = 0; at < length; at++) {
    const difference = (bytes[from + at] ?? 0) - (bytes[otherFrom + at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return to - from < otherTo - otherFrom;
}

/** Go writes the keys of a map in their order; whoever does not is looked at more closely. */
function assertDistinct(first: number, cursor: Cursor, { found }: Packer, entry: Entry): void {
  const keys = new Set<string>();
  for (let value = first; value >= 0; value = found.next(value)) {
    entry.find(cursor, found.from(value), found.to(value));
    const key = cursor.bytes.toString("latin1", entry.key.from, entry.key.to);
    if (keys.has(key)) throw new Malformed("a key that comes twice", cursor.at);
    keys.add(key);
  }
}

function read(reader: Reader, count: number): { readonly [key: string]: unknown } {
  const values: { [key: string]: unknown } = Object.setPrototypeOf({}, null);
  for (let at = 0; at < count; at++) {
    const key = reader.text();
    values[key] = reader.text();
  }
  return values;
}
