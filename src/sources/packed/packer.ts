import type { Cursor } from "../protobuf/wire/cursor.ts";
import { TimestampReader } from "../protobuf/wire/time.ts";
import { Bytes } from "./bytes.ts";
import { Dictionary } from "./dictionary.ts";
import { Found } from "./found.ts";
import { Heard } from "./heard.ts";
import { Holes, micros, passedOver, type seconds } from "./holes.ts";
import type { Likenesses, NotedColumns, Notes, Sink } from "./noted/index.ts";
import type { Repeat } from "./repeat.ts";
import { Repeats } from "./repeats.ts";
import { hashOfBytes, TextSight } from "./texts.ts";
import { writeText } from "./write-text.ts";

/** Close to the times in a cluster, so that their distance from it is short. */
export const epoch = 1_760_000_000;
/** Shorter texts take no more in their place than a number would. */
const shortestKept = 3;
const textOwner = 0;
/** Fields that are passed over and shorter than this are compared with those around them. */
const shortestHole = 16;

interface Begin {
  out: number;
  moments: number;
  holes: number;
  news: number;
  heard: number;
  likened: number;
}

/**
 * Writes the values of an item in little room. What has been written before, such as a namespace or a set of labels, is a
 * number of the dictionary. No string is made.
 */
export class Packer {
  readonly out = new Bytes();
  /** The moments of the item: apart from them, much of an item is the same as of others. */
  readonly moments = new Bytes();
  readonly dictionary = new Dictionary();
  readonly found = new Found();
  readonly text = new TextSight();
  readonly notes: Notes;
  readonly #likenesses: Likenesses | undefined;
  readonly #head = new Bytes();
  readonly #holes = new Holes();
  readonly #heard = new Heard();
  #likened = 0;
  readonly #repeats = new Repeats();
  readonly #timestamp = new TimestampReader();
  /** What of the item was not in the dictionary when it was written. */
  #news = 0;
  /** How things stood where each whole begins that is being written. */
  readonly #begins: Begin[] = [];
  #open = 0;
  readonly #values: object[] = [];
  readonly #numbers = new Map<object, number>();

  constructor({ notes, likenesses }: Pick<NotedColumns, "notes" | "likenesses">) {
    this.notes = notes;
    this.#likenesses = likenesses;
  }

  begin(): void {
    this.out.length = 0;
    this.found.clear();
    this.moments.length = 0;
    this.#holes.length = 0;
    this.#heard.length = 0;
    this.#news = 0;
    this.#open = 0;
  }

  /** Nothing more comes, as far as is known. */
  settle(): void {
    this.#repeats.forget();
    this.dictionary.settle();
  }

  /** What stands before the rest of the item: its moments, and how long they are. */
  head(): Bytes {
    const { buffer, length } = this.moments;
    this.#head.length = 0;
    this.#head.number(length);
    this.#head.copy(buffer, 0, length);
    return this.#head;
  }

  /** All that is left until the end. */
  writeText(cursor: Cursor, end: number): void {
    const { bytes, at: from } = cursor;
    cursor.at = end;
    this.text.look(cursor, from, end);
    const number = this.#numberOf(bytes, from, end);
    if (number >= 0) this.out.number(number * 2 + 1);
    else writeText(this.out, bytes, from, end, this.text.isAscii);
  }

  /** A text that is not looked for in the dictionary. */
  writeUnique(cursor: Cursor, end: number): void {
    const { bytes, at: from } = cursor;
    cursor.at = end;
    this.text.look(cursor, from, end);
    this.#news++;
    writeText(this.out, bytes, from, end, this.text.isAscii);
  }

  #numberOf(bytes: Buffer, from: number, end: number): number {
    if (end - from < shortestKept) return -1;
    const number = this.dictionary.numberOf(textOwner, this.text.hash, bytes, from, end);
    if (number < 0) this.#news++;
    return number;
  }

  /** What was written since then is one of the values that tell which items are alike. */
  liken(path: number, begin: number): void {
    this.#likened++;
    this.#likenesses?.add(path, this.out.buffer, begin, this.out.length);
  }

  /** Lets the sinks hear of a value of the item. */
  hear(sinks: readonly Sink[], bytes: Buffer, from: number, to: number): void {
    for (const sink of sinks) sink(this.notes, bytes, from, to);
    if (this.#open > 0) this.#heard.add(sinks, from, to);
  }

  /** Writes a moment that is all that is left until the end. `false`: it says that there is none. */
  writeMoment(cursor: Cursor, end: number, kind: typeof seconds | typeof micros): boolean {
    const { at: from } = cursor;
    if (!this.#timestamp.read(cursor, end)) return false;
    this.moments.signed(this.#timestamp.seconds - epoch);
    if (kind === micros) this.moments.signed(this.#timestamp.nanos);
    this.#holes.add(from, end, kind);
    return true;
  }

  /** Notes a field that nobody asks for. */
  passOver(from: number, to: number): void {
    if (to - from >= shortestHole) this.#holes.add(from, to, passedOver);
  }

  /** A value that is kept as it is, once for all who have it. */
  writeValue(value: object): void {
    const known = this.#numbers.get(value);
    const number = known ?? this.#values.length;
    if (known === undefined) {
      this.#values.push(value);
      this.#numbers.set(value, number);
    }
    this.out.number(number);
  }

  valueAt(number: number): unknown {
    return this.#values[number];
  }

  /** Writes a value of several parts if the same bytes came lately. */
  writeAgain(owner: number, cursor: Cursor, from: number, to: number): boolean {
    const repeat = this.#repeats.find(owner, cursor, from, to);
    if (repeat === undefined) return false;
    const { length: moments } = this.moments;
    const { length: before } = this.#holes;
    for (let hole = 0; hole < repeat.holes.length; hole++) {
      if (this.#fill(repeat.holes, hole, from, cursor)) continue;
      this.moments.length = moments;
      this.#holes.length = before;
      cursor.at = from;
      return false;
    }
    const { heard } = repeat;
    for (let at = 0; at < heard.length; at++)
      this.hear(heard.sinks(at), cursor.bytes, from + heard.from(at), from + heard.to(at));
    this.#writeRepeat(repeat, moments);
    return true;
  }

  /** What is in a hole, here. `false`: there is no moment, which is written in another way. */
  #fill(holes: Holes, hole: number, start: number, cursor: Cursor): boolean {
    const to = start + holes.to(hole);
    const kind = holes.kind(hole);
    cursor.at = start + holes.from(hole);
    if (kind !== passedOver) return this.writeMoment(cursor, to, kind);
    this.#holes.add(cursor.at, to, passedOver);
    return true;
  }

  /** What came twice is taken into the dictionary, unless it is as short as a number. */
  #writeRepeat(repeat: Repeat, moments: number): void {
    const { owner, written } = repeat;
    const { buffer, length } = written;
    if (length <= shortestKept) this.out.copy(buffer, 0, length);
    else {
      if (repeat.number < 0)
        repeat.number = this.dictionary.take(owner, hashOfBytes(buffer, 0, length), buffer, 0, length);
      this.#writeNumber(repeat.number, moments);
    }
  }

  /** Begins a value of several parts that is written now. */
  beginWhole(): void {
    const begin = this.#begins[this.#open] ?? { out: 0, moments: 0, holes: 0, heard: 0, news: 0, likened: 0 };
    begin.out = this.out.length;
    begin.moments = this.moments.length;
    begin.holes = this.#holes.length;
    begin.news = this.#news;
    begin.heard = this.#heard.length;
    begin.likened = this.#likened;
    this.#begins[this.#open++] = begin;
  }

  /** Ends the value that was begun last. If nothing in it is new, it may have come before: then its number takes its place. */
  endWhole(owner: number, cursor: Cursor, from: number, to: number): void {
    const begin = this.#begins[--this.#open];
    if (begin === undefined) return;
    // What tells which items are alike would not be said again.
    if (begin.likened === this.#likened) {
      const repeat = this.#repeats.place(owner, cursor, from, to, this.#holes.length > begin.holes);
      repeat?.keepHoles(this.#holes, begin.holes, from);
      repeat?.keepHeard(this.#heard, begin.heard, from);
      repeat?.keepWritten(this.out, begin.out);
    }
    const { buffer, length } = this.out;
    if (begin.news !== this.#news || length - begin.out < shortestKept) return;
    const hash = hashOfBytes(buffer, begin.out, length);
    const number = this.dictionary.numberOf(owner, hash, buffer, begin.out, length);
    if (number < 0) return;
    this.out.length = begin.out;
    this.#writeNumber(number, begin.moments);
  }

  /** Of a value whose moments begin there. */
  #writeNumber(number: number, moments: number): void {
    this.out.number(number * 4 + (moments === this.moments.length ? 1 : 3));
  }
}
