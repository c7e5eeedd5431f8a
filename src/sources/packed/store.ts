import { type Columns, type Items, Numbers, type ObjectIn } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import type { Messages } from "../protobuf/messages.ts";
import { Arena } from "./arena.ts";
import { Dictionary } from "./dictionary.ts";
import { unpackFields } from "./forms.ts";
import { NotedColumns } from "./noted/columns.ts";
import { OpenList } from "./open-list.ts";
import { type Program, programOf } from "./program/index.ts";
import { Reader } from "./reader.ts";
import { type Run, runsOf } from "./runs.ts";

/** Objects that were made lately: whoever asks about one often asks again. A power of two. */
const kept = 256;

/**
 * Objects of a built-in kind, each as a few hundred bytes: what its shape names, and nothing of the page that it came
 * from. An object is made when somebody asks for it.
 */
export class PackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly #type: TypeMeta;
  readonly #program: Program;
  readonly #arena = new Arena();
  readonly #columns: NotedColumns;
  readonly #dictionary = new Dictionary();
  readonly #places = new Numbers();
  /** Values that are kept as they are, once for all who have them. */
  readonly #values: object[] = [];
  readonly #reader = new Reader(this.#dictionary, this.#values);
  /** Until the last item was packed. */
  #open: OpenList | undefined;
  readonly #lately: (ObjectIn<R> | undefined)[] = new Array(kept).fill(undefined);
  readonly #positions = new Int32Array(kept).fill(-1);

  constructor(resource: R, type: TypeMeta) {
    this.#type = type;
    this.#program = programOf(resource);
    this.#columns = new NotedColumns(this.#program);
    this.#open = new OpenList(this.#program, this.#values);
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
  addAll(messages: Messages): readonly Buffer[] {
    const open = this.#open;
    if (open === undefined) throw new Error("the list has ended");
    return runsOf(messages).flatMap((run) => this.#pack(run, open));
  }

  /** After the last item: lets go of what is kept for those to come. */
  settle(): void {
    if (this.#open === undefined) return;
    this.#open.takeDictionary(this.#dictionary);
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

  #pack(run: Run, open: OpenList): readonly Buffer[] {
    const { bytes, start, lengths } = open.pack(run);
    const refused: Buffer[] = [];
    let from = start;
    for (let at = 0; at < lengths.length; at++) {
      const to = from + (lengths[at] ?? 0);
      if (from === to) refused.push(run.messages.at(run.first + at));
      else this.#places.push(this.#arena.add(bytes, from, to));
      from = to;
    }
    open.takeNotes(this.#columns, lengths.length - refused.length);
    return refused;
  }

  #made(position: number): ObjectIn<R> {
    this.#open?.takeDictionary(this.#dictionary);
    const place = this.#places.at(position);
    const { apiVersion, kind } = this.#type;
    this.#reader.begin(this.#arena.chunk(place), this.#arena.offset(place));
    const fields = unpackFields(this.#program.fields, this.#reader);
    const object = { apiVersion, kind, ...fields };
    // The program was made from the shape that ObjectIn<R> is made from.
    return object as unknown as ObjectIn<R>;
  }
}
