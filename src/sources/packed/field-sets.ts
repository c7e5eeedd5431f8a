import { Cursor } from "../protobuf/wire/cursor.ts";
import type { ReadFieldSet } from "./program/index.ts";

/** Asked for when there is a set that is new. */
interface ReadsFieldSet {
  readonly readFieldSet: ReadFieldSet | undefined;
}

/** What was looked for in sets of fields, and found: by number, since nearly all objects have the same. */
export class FieldSets {
  readonly values: object[] = [];
  /** One set of fields for each value, in which it is found. */
  readonly messages: Uint8Array[] = [];
  readonly #of: ReadsFieldSet;
  readonly #numbers = new Map<object, number>();

  /** @param messages those in which the first values are found: in each the one with its number */
  constructor(of: ReadsFieldSet, messages: readonly Uint8Array[] = []) {
    this.#of = of;
    for (const message of messages) {
      const { buffer, byteOffset, length } = message;
      const value = this.#in(new Cursor(Buffer.from(buffer, byteOffset, length)), length);
      if (value === undefined) throw new Error("a set of fields that is no longer searched");
      this.#keep(value, message);
    }
  }

  /** The number of what is in the message between the cursor and the end; -1 for nothing. Throws `Malformed`. */
  numberIn(cursor: Cursor, end: number): number {
    const begin = cursor.at;
    const value = this.#in(cursor, end);
    if (value === undefined) return -1;
    return this.#numbers.get(value) ?? this.#keep(value, Uint8Array.from(cursor.bytes.subarray(begin, end)));
  }

  #in(cursor: Cursor, end: number): object | undefined {
    const value = this.#of.readFieldSet?.(cursor, end);
    return typeof value === "object" && value !== null ? value : undefined;
  }

  #keep(value: object, message: Uint8Array): number {
    const number = this.values.push(value) - 1;
    this.#numbers.set(value, number);
    this.messages.push(message);
    return number;
  }
}
