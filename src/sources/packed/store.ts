import {
  type Columns,
  type Items,
  kindOf,
  Numbers,
  type ObjectIn,
  type Part,
  podsWithClaims,
} from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import { Cursor } from "../protobuf/wire/cursor.ts";
import { Arena } from "./arena.ts";
import { layoutOf } from "./compile.ts";
import { type Layout, packFields, unpackFields } from "./message.ts";
import { Packer } from "./packer.ts";
import { Reader } from "./reader.ts";
import { claims, name, namespace, uid } from "./told.ts";

/** Objects that were made lately: whoever asks about one often asks again. A power of two. */
const kept = 256;

/**
 * Objects of a built-in kind, each as a few hundred bytes: what its shape names, and nothing of the page that it came
 * from. An object is made when somebody asks for it.
 */
export class PackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly columns: Columns;
  readonly #type: TypeMeta;
  readonly #layout: Layout;
  readonly #complete: number;
  readonly #part: Part | undefined;
  readonly #arena = new Arena();
  readonly #packer = new Packer();
  readonly #reader = new Reader(this.#packer);
  readonly #places = new Numbers();
  readonly #names = new Numbers();
  readonly #namespaces = new Numbers();
  readonly #told = new Numbers();
  readonly #lately: (ObjectIn<R> | undefined)[] = new Array(kept).fill(undefined);
  readonly #positions = new Int32Array(kept).fill(-1);

  constructor(resource: R, type: TypeMeta) {
    this.#type = type;
    this.#layout = layoutOf(resource);
    this.#complete = kindOf(resource).namespaced ? name | uid | namespace : name | uid;
    this.#part = resource === "v1/pods" ? podsWithClaims : undefined;
    this.columns = {
      nameHash: (position) => this.#names.at(position),
      namespaceHash: (position) => this.#namespaces.at(position),
      isIn: (part, position) => part !== this.#part || (this.#told.at(position) & claims) !== 0,
    };
  }

  get length(): number {
    return this.#places.length;
  }

  /** Bytes that are taken, but for objects that were made. */
  get bytes(): number {
    const columns = [this.#places, this.#names, this.#namespaces, this.#told];
    const ofColumns = columns.reduce((sum, { bytes }) => sum + bytes, 0);
    return this.#arena.bytes + this.#packer.dictionary.bytes + ofColumns;
  }

  /**
   * Takes the item that is a message. `incomplete`: it does not say what every object says, and was not taken. Throws
   * `Malformed`.
   */
  add(message: Buffer): "taken" | "incomplete" {
    const packer = this.#packer;
    packer.begin();
    packFields(this.#layout, new Cursor(message), message.length, packer);
    if ((packer.told & (name | uid | namespace)) !== this.#complete) return "incomplete";
    this.#places.push(this.#arena.add(packer.whole()));
    this.#names.push(packer.nameHash);
    this.#namespaces.push(packer.namespaceHash);
    this.#told.push(packer.told);
    return "taken";
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
