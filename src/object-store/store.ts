import type { Columns, Items } from "../cluster/index.ts";
import { Numbers } from "../cluster/index.ts";
import type { ObjectIn } from "../kubernetes/index.ts";
import { NotedColumns } from "./columns.ts";
import type { Draft } from "./open-list.ts";
import { OpenList } from "./open-list.ts";
import type { PackedRun } from "./packer.ts";
import { anotherPacker, thePacker } from "./packer.ts";
import type { Program } from "./program/index.ts";
import { programOf } from "./program/index.ts";
import { readIdentity } from "./protobuf/answer.ts";
import type { BuiltIn } from "./protobuf/kinds/index.ts";
import { Dictionary, Reader } from "./reader.ts";
import { unpackFields } from "./unpack.ts";

/**
 * Objects that were made lately: rules ask about an object again when it is the turn of what it belongs to. With 16 of them
 * an audit of 10,000 pods took some 3 % more time. A power of two.
 */
const kept = 256;

/** What the items of a list leave out, because the list says it. */
interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

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
    this.#reader = new Reader(this.#dictionary);
    const packer = large.has(resource) ? anotherPacker() : thePacker();
    this.#open = new OpenList(packer, this.#program.words);
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

  /**
   * Takes a page that has come as a whole. Of the items that do not say what every object says, and are not taken, it gives
   * what they say of that, as their JSON would be. Throws `Malformed`.
   */
  take(draft: Draft): readonly object[] {
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
    return object as ObjectIn<R>;
  }
}

function refusedIn({ refused, refusedLengths }: PackedRun): readonly object[] {
  let end = 0;
  return Array.from(refusedLengths, (length) => {
    end += length;
    return readIdentity(Buffer.from(refused.subarray(end - length, end)));
  });
}

const chunkBits = 17;
const chunkSize = 1 << chunkBits;

/** Many short runs of bytes, each written once. */
class Arena {
  /** A run that is longer than a chunk has one of its own, that counts as several. */
  readonly #chunks: (Buffer | undefined)[] = [];

  #at = 0;
  #end = 0;
  bytes = 0;

  /** Copies runs of these lengths that lie one behind the other, and says where each of them is. */
  addAll(bytes: Uint8Array, lengths: Int32Array, place: (place: number) => void): void {
    let copied = 0;
    let at = 0;
    for (const length of lengths) {
      if (this.#at + at - copied + length > this.#end) {
        this.#copy(bytes, copied, at);
        copied = at;
        this.#begin(length);
      }
      place(this.#at + at - copied);
      at += length;
    }
    this.#copy(bytes, copied, at);
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    this.chunk(this.#at).set(bytes.subarray(from, to), this.offset(this.#at));
    this.#at += to - from;
  }

  /** The chunk that a place is in, and where it begins there. */
  chunk(place: number): Buffer {
    const chunk = this.#chunks[place >>> chunkBits];
    if (chunk === undefined) throw new Error("a place without a chunk");
    return chunk;
  }

  offset(place: number): number {
    return place & (chunkSize - 1);
  }

  #begin(length: number): void {
    const chunks = Math.max(1, Math.ceil(length / chunkSize));
    const index = this.#chunks.length;
    this.#chunks.push(Buffer.allocUnsafeSlow(chunks * chunkSize));
    for (let more = 1; more < chunks; more++) this.#chunks.push(undefined);
    this.#at = index * chunkSize;
    // Nothing more lies in one that counts as several: it could not be found there.
    this.#end = this.#at + Math.max(length, chunkSize);
    this.bytes += chunks * chunkSize;
  }
}
