import { type Columns, type Items, kindOf, Numbers, type ObjectIn } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import { Cursor } from "../protobuf/wire/cursor.ts";
import { Arena } from "./arena.ts";
import { packingOf } from "./compile.ts";
import { type Layout, packFields, unpackFields } from "./message.ts";
import { NotedColumns } from "./noted/index.ts";
import { Packer } from "./packer.ts";
import { Reader } from "./reader.ts";

/** Objects that were made lately: whoever asks about one often asks again. A power of two. */
const kept = 256;
const nowhere = new Cursor(Buffer.alloc(0));

/**
 * Objects of a built-in kind, each as a few hundred bytes: what its shape names, and nothing of the page that it came
 * from. An object is made when somebody asks for it.
 */
export class PackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly #type: TypeMeta;
  readonly #layout: Layout;
  readonly #arena = new Arena();
  readonly #columns: NotedColumns;
  readonly #packer: Packer;
  readonly #reader: Reader;
  readonly #places = new Numbers();
  #cursor = nowhere;
  readonly #lately: (ObjectIn<R> | undefined)[] = new Array(kept).fill(undefined);
  readonly #positions = new Int32Array(kept).fill(-1);

  constructor(resource: R, type: TypeMeta) {
    const { layout, plan } = packingOf(resource);
    this.#type = type;
    this.#layout = layout;
    this.#columns = new NotedColumns(plan, kindOf(resource).namespaced ? "namespaced" : "of the cluster");
    this.#packer = new Packer(this.#columns);
    this.#reader = new Reader(this.#packer);
  }

  get columns(): Columns {
    return this.#columns;
  }

  get length(): number {
    return this.#places.length;
  }

  /** Bytes that are taken, but for objects that were made. */
  get bytes(): number {
    return this.#arena.bytes + this.#packer.dictionary.bytes + this.#places.bytes + this.#columns.bytes;
  }

  /**
   * Takes the item that is a message. `incomplete`: it does not say what every object says, and was not taken. Throws
   * `Malformed`.
   */
  add(message: Buffer): "taken" | "incomplete" {
    const packer = this.#packer;
    packer.begin();
    this.#columns.begin();
    const cursor = this.#cursorAt(message);
    packFields(this.#layout, cursor, cursor.at + message.length, packer);
    if (this.#columns.end(cursor.bytes) === "incomplete") return "incomplete";
    this.#places.push(this.#arena.add(packer.head(), packer.out));
    return "taken";
  }

  /** At the begin of the message. There is one for all messages of a page, which are in the same bytes. */
  #cursorAt({ buffer, byteOffset }: Buffer): Cursor {
    if (this.#cursor.bytes.buffer !== buffer) this.#cursor = new Cursor(Buffer.from(buffer));
    this.#cursor.at = byteOffset;
    return this.#cursor;
  }

  /** After the last item: lets go of what is kept for those to come. */
  settle(): void {
    this.#cursor = nowhere;
    this.#packer.settle();
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
    const place = this.#places.at(position);
    const bytes = this.#arena.chunk(place);
    const { apiVersion, kind } = this.#type;
    this.#reader.begin(bytes, this.#arena.offset(place));
    const fields = unpackFields(this.#layout, this.#reader);
    const object = { apiVersion, kind, ...fields };
    // The layout was made from the shape that ObjectIn<R> is made from.
    return object as unknown as ObjectIn<R>;
  }
}
