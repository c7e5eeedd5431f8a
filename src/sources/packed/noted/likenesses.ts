import { isNoted, Numbers, type Path } from "../../../model/index.ts";
import { Bytes } from "../bytes.ts";
import { Dictionary } from "../dictionary.ts";
import { hashOfBytes } from "../texts.ts";

const owner = 0;

/**
 * Which items have the same values at some paths. Values are compared as they were written: what was written in the same
 * way is the same.
 */
export class Likenesses {
  readonly #paths: readonly Path[];
  readonly #written = new Bytes();
  readonly #different = new Dictionary();
  /** Of each item, or -1 for one that is not known to come again. */
  readonly #numbers = new Numbers();

  constructor(paths: readonly Path[]) {
    this.#paths = paths;
  }

  get bytes(): number {
    return this.#different.bytes + this.#numbers.bytes;
  }

  begin(): void {
    this.#written.length = 0;
  }

  /** A value of the item at hand, at one of the paths. */
  add(path: number, bytes: Buffer, from: number, to: number): void {
    this.#written.byte(path);
    this.#written.number(to - from);
    this.#written.copy(bytes, from, to);
  }

  /** The item at hand is taken. */
  settle(): void {
    const { buffer, length } = this.#written;
    this.#numbers.push(this.#different.numberOf(owner, hashOfBytes(buffer, 0, length), buffer, 0, length));
  }

  of(paths: readonly Path[], position: number): number | undefined {
    const number = this.#numbers.at(position);
    return number < 0 || !isNoted(paths, this.#paths) ? undefined : number;
  }
}
