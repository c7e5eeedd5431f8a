import { hashOf } from "../../model/index.ts";
import { Cursor } from "../protobuf/wire/cursor.ts";
import { texts } from "../protobuf/wire/texts.ts";
import { type Head, nothing } from "./head.ts";
import type { Look } from "./route.ts";

/** The messages of one page of a list, in its bytes. What all of them are asked is asked of the bytes at once. */
export class Sheet {
  readonly bytes: Buffer;
  /** At the begin of no message in particular. */
  readonly cursor: Cursor;
  /** The position in the list of the first message. */
  readonly first: number;
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #heads: Head[] = [];
  readonly #nameHashes: number[] = [];
  #namespace: { readonly text: string; readonly hash: number } | undefined;

  constructor(bytes: Buffer, first: number) {
    this.bytes = bytes;
    this.cursor = new Cursor(bytes);
    this.first = first;
  }

  get length(): number {
    return this.#heads.length;
  }

  add(from: number, to: number, head: Head): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#heads.push(head);
  }

  message(at: number): Buffer {
    return this.bytes.subarray(this.#from[at] ?? 0, this.#to[at] ?? 0);
  }

  /** Where the name is, and the namespace. */
  head(at: number): Head {
    return this.#heads[at] ?? nothing();
  }

  nameHash(at: number): number {
    const { nameFrom, nameTo } = this.head(at);
    // Asked for more than once.
    const hash = this.#nameHashes[at] ?? hashIn(this.bytes, nameFrom, nameTo);
    this.#nameHashes[at] = hash;
    return hash;
  }

  namespaceHash(at: number): number {
    const { namespaceFrom, namespaceTo } = this.head(at);
    // Most often it is that of the message before.
    const text = this.bytes.toString("latin1", namespaceFrom, namespaceTo);
    if (this.#namespace?.text !== text)
      this.#namespace = { text, hash: hashIn(this.bytes, namespaceFrom, namespaceTo) };
    return this.#namespace.hash;
  }

  all(): readonly number[] {
    return this.#heads.map((_, at) => at);
  }

  /** The messages in which these bytes, or this byte, occur. */
  with(wanted: Buffer | number): readonly number[] {
    const found: number[] = [];
    let at = 0;
    let place = this.bytes.indexOf(wanted);
    while (place >= 0) {
      while (at < this.length && (this.#to[at] ?? 0) <= place) at++;
      if (at === this.length) break;
      const isInside = place >= (this.#from[at] ?? 0) && place + lengthOf(wanted) <= (this.#to[at] ?? 0);
      if (isInside) found.push(at);
      place = this.bytes.indexOf(wanted, isInside ? (this.#to[at] ?? 0) : place + 1);
    }
    return found;
  }

  /** The messages of which this holds. Throws `Malformed`. */
  seen(look: Look): readonly number[] {
    const { mark, unmarked } = look;
    const marked = mark === undefined ? undefined : new Set(this.with(mark));
    return this.#heads.flatMap((_, at) => {
      const holds = marked?.has(at) === false ? unmarked : this.#holds(look, at);
      return holds ? [at] : [];
    });
  }

  #holds(look: Look, at: number): boolean {
    this.cursor.at = this.#from[at] ?? 0;
    return look.holds(this.cursor, this.#to[at] ?? 0);
  }
}

function lengthOf(wanted: Buffer | number): number {
  return typeof wanted === "number" ? 1 : wanted.length;
}

const ascii = /^[\0-\x7f]*$/;

/** `hashOf` the text. Throws `Malformed` where it is none. */
function hashIn(bytes: Buffer, from: number, to: number): number {
  const text = bytes.toString("latin1", from, to);
  return hashOf(ascii.test(text) ? text : texts(bytes, from, to));
}
