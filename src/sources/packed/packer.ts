import { hashOf } from "../../model/index.ts";
import type { Cursor } from "../protobuf/wire/cursor.ts";
import { Bytes } from "./bytes.ts";
import { Dictionary } from "./dictionary.ts";
import { Found } from "./found.ts";
import { digitOf, formOf, hashOfBytes, plain, TextSight, tailOf, unicode, uuid } from "./texts.ts";
import { name, namespace } from "./told.ts";

/** Shorter texts take no more in their place than a number would. */
const shortestKept = 3;
const textOwner = 0;

/**
 * Writes the values of an item in little room. What has been written before, such as a namespace or a set of labels, is a
 * number of the dictionary. No string is made.
 */
export class Packer {
  readonly out = new Bytes();
  readonly dictionary = new Dictionary();
  readonly found = new Found();
  readonly text = new TextSight();
  told = 0;
  nameHash = 0;
  namespaceHash = 0;
  /** How many values were written that hardly come again. */
  once = 0;
  readonly #values: object[] = [];
  readonly #numbers = new Map<object, number>();

  begin(): void {
    this.out.length = 0;
    this.found.clear();
    this.told = 0;
    this.nameHash = 0;
    this.namespaceHash = hashOf("");
    this.once = 0;
  }

  /** All that is left until the end. */
  writeText(cursor: Cursor, end: number): void {
    const { bytes, at: from } = cursor;
    cursor.at = end;
    this.text.look(cursor, from, end);
    const number = this.#numberOf(bytes, from, end);
    if (number >= 0) this.out.number(number * 2 + 1);
    else if (this.text.isAscii) this.#writeAscii(bytes, from, end);
    else this.#writeWhole(bytes, from, end, unicode);
  }

  #numberOf(bytes: Buffer, from: number, end: number): number {
    if (end - from < shortestKept) return -1;
    const number = this.dictionary.numberOf(textOwner, this.text.hash, bytes, from, end);
    if (number < 0) this.once++;
    return number;
  }

  #writeAscii(bytes: Buffer, from: number, end: number): void {
    const form = formOf(bytes, from, end);
    const tail = form === plain ? end : end - tailOf(form);
    this.#writeWhole(bytes, from, tail, form);
    if (form !== plain) this.#writeDigits(bytes, tail, end, form === uuid);
  }

  /** What was written last, of the item. */
  tell(what: number): void {
    this.told |= what;
    if (what === name) this.nameHash = this.text.stringHash();
    if (what === namespace) this.namespaceHash = this.text.stringHash();
  }

  /** A moment: it is seldom the same as another. */
  writeMoment(number: number): void {
    this.out.signed(number);
    this.once++;
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

  /**
   * Ends a value of several parts that began where `out` and `once` stood. If nothing in it is of this item alone, it may
   * have come before: then its number takes its place.
   */
  endWhole(owner: number, from: number, once: number): void {
    const { buffer, length } = this.out;
    if (this.once !== once || length - from < shortestKept) return;
    const number = this.dictionary.numberOf(owner, hashOfBytes(buffer, from, length), buffer, from, length);
    if (number < 0) return;
    this.out.length = from;
    this.out.number(number * 2 + 1);
  }

  #writeWhole(bytes: Uint8Array, from: number, end: number, form: number): void {
    this.out.number((end - from) * 8 + form * 2);
    this.out.copy(bytes, from, end);
  }

  #writeDigits(bytes: Uint8Array, from: number, end: number, hasDashes: boolean): void {
    for (let at = from; at < end; at += 2) {
      if (hasDashes && (at - from === 8 || at - from === 13 || at - from === 18 || at - from === 23)) at++;
      this.out.byte(digitOf(bytes[at] ?? 0) * 16 + digitOf(bytes[at + 1] ?? 0));
    }
  }
}
