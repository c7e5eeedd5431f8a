import type { Cursor } from "../protobuf/wire/cursor.ts";
import type { ReadFieldSet } from "./program/index.ts";

/** Asked for when there is a set that is new. */
interface ReadsFieldSet {
  readonly readFieldSet: ReadFieldSet | undefined;
}

/** What was looked for in sets of fields, and found: by number, since nearly all objects have the same. */
export class FieldSets {
  readonly values: object[] = [];
  readonly #of: ReadsFieldSet;
  readonly #numbers = new Map<object, number>();

  constructor(of: ReadsFieldSet) {
    this.#of = of;
  }

  /** The number of what is in the message between the cursor and the end; -1 for nothing. Throws `Malformed`. */
  numberIn(cursor: Cursor, end: number): number {
    const value = this.#of.readFieldSet?.(cursor, end);
    if (typeof value !== "object" || value === null) return -1;
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.values.push(value) - 1;
    this.#numbers.set(value, number);
    return number;
  }
}
