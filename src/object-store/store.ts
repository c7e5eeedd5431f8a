import { type Columns, type Items, Numbers, type ObjectIn } from "../model/index.ts";
import type { TypeMeta } from "../sources/decode/index.ts";
import { Arena } from "./arena.ts";
import { NotedColumns } from "./columns.ts";
import { Dictionary } from "./dictionary.ts";
import type { Draft } from "./draft.ts";
import { unpackFields } from "./forms.ts";
import { OpenList } from "./open-list.ts";
import type { PackedRun } from "./packed-run.ts";
import { anotherPacker, thePacker } from "./packer.ts";
import { type Program, programOf, type ReadFieldSet } from "./program/index.ts";
import type { BuiltIn } from "./protobuf/kinds/index.ts";
import type { Messages } from "./protobuf/messages.ts";
import type { Cursor } from "./protobuf/wire/cursor.ts";
import { Reader } from "./reader.ts";

/**
 * Objects that were made lately: rules ask about an object again when it is the turn of what it belongs to. With 16 of them
 * an audit of 10,000 pods took some 3 % more time. A power of two.
 */
const kept = 256;

/**
 * Of some kinds, what is kept until their list ends is far more than of others: all the volumes of all nodes. As long as other
 * lists are read, that memory would stay taken.
 */
const large: ReadonlySet<BuiltIn> = new Set<BuiltIn>(["v1/nodes"]);

/**
 * Objects of a built-in kind, each as a few hundred bytes: what its shape names, and nothing of the page that it came
 * from. An object is made when it is asked for.
 */
export class PackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly #type: TypeMeta;
  readonly #program: Program;
  readonly #arena = new Arena();
  readonly #columns: NotedColumns;
  readonly #dictionary = new Dictionary();
  readonly #places = new Numbers();
  readonly #fieldSets: FieldSets;
  readonly #reader: Reader;
  /** Until the last item was packed. */
  #open: OpenList | undefined;
  /** Whether something was packed since the dictionary was taken. */
  #isNew = false;
  readonly #lately: (ObjectIn<R> | undefined)[] = new Array(kept).fill(undefined);
  readonly #positions = new Int32Array(kept).fill(-1);

  constructor(resource: R, type: TypeMeta) {
    this.#type = type;
    this.#program = programOf(resource);
    this.#columns = new NotedColumns(this.#program);
    this.#fieldSets = new FieldSets(this.#program);
    this.#reader = new Reader(this.#dictionary, this.#fieldSets.values);
    const packer = large.has(resource) ? anotherPacker() : thePacker();
    const fieldSets = this.#fieldSets;
    this.#open = new OpenList(packer, this.#program.words, (cursor, end) => fieldSets.numberIn(cursor, end));
  }

  get columns(): Columns {
    return this.#columns;
  }

  get length(): number {
    return this.#places.length;
  }

  /** Bytes that are taken once the list is settled, but for objects that were made. */
  get bytes(): number {
    return this.#arena.bytes + this.#dictionary.bytes + this.#places.bytes + this.#columns.bytes;
  }

  /**
   * Takes the items that are these messages. Gives those that do not say what every object says, and were not taken. Throws
   * `Malformed`.
   */
  addAll({ bytes, from, to }: Messages): readonly Buffer[] {
    const draft = this.draft();
    if (draft === undefined) throw new Error("the list has ended");
    try {
      draft.add(bytes.subarray(from, to));
      return this.take(draft);
    } finally {
      draft.drop();
    }
  }

  /**
   * Begins a page of this list, which is packed as it comes. It can be taken until the list is settled; afterwards there is none.
   *
   * @param longest bytes of an object; as many as there are unless given
   */
  draft(longest = Number.POSITIVE_INFINITY): Draft | undefined {
    return this.#open?.draft(longest);
  }

  /** Whether a page was begun here, and can be taken. */
  began(draft: Draft): boolean {
    return this.#open?.has(draft) === true;
  }

  /** Takes a page that has come as a whole. Gives what `addAll` gives. Throws `Malformed`. */
  take(draft: Draft): readonly Buffer[] {
    if (!this.began(draft)) throw new Error("a page of another list");
    const run = draft.end();
    this.#isNew = true;
    this.#arena.addAll(run.items, run.lengths, (place) => this.#places.push(place));
    this.#columns.take(run);
    const refused = refusedIn(run);
    draft.drop();
    return refused;
  }

  /** After the last item: releases what is kept for those to come. */
  settle(): void {
    if (this.#open === undefined) return;
    this.#dictionary.take(this.#open.dictionary());
    this.#open.end();
    this.#open = undefined;
    this.#columns.trim();
    this.#places.trim();
  }

  at(position: number): ObjectIn<R> | undefined {
    if (position < 0 || position >= this.length) return undefined;
    const slot = position & (kept - 1);
    if (this.#positions[slot] === position) return this.#lately[slot];
    const object = this.#made(position);
    this.#positions[slot] = position;
    this.#lately[slot] = object;
    return object;
  }

  *[Symbol.iterator](): Iterator<ObjectIn<R>> {
    for (let position = 0; position < this.length; position++) {
      const object = this.at(position);
      if (object !== undefined) yield object;
    }
  }

  #made(position: number): ObjectIn<R> {
    if (this.#isNew && this.#open !== undefined) {
      this.#dictionary.take(this.#open.dictionary());
      this.#isNew = false;
    }
    const place = this.#places.at(position);
    const { apiVersion, kind } = this.#type;
    this.#reader.begin(this.#arena.chunk(place), this.#arena.offset(place));
    const fields = unpackFields(this.#program.fields, this.#reader);
    const object = { apiVersion, kind, ...fields };
    // The program was made from the shape that ObjectIn<R> is made from.
    return object as unknown as ObjectIn<R>;
  }
}

/** Messages that were not taken, in memory of their own. */
function refusedIn({ refused, refusedLengths }: PackedRun): readonly Buffer[] {
  const messages: Buffer[] = [];
  let at = 0;
  for (const length of refusedLengths) {
    messages.push(Buffer.from(refused.subarray(at, at + length)));
    at += length;
  }
  return messages;
}

/** Asked for when there is a set that is new. */
interface ReadsFieldSet {
  readonly readFieldSet: ReadFieldSet | undefined;
}

/** What was looked for in sets of fields, and found: by number, since nearly all objects have the same. */
class FieldSets {
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
