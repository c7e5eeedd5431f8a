import { type NotedKeys, Numbers } from "../../../model/index.ts";
import { Octets } from "./octets.ts";

/** Instead of how many keys an object has: it must be asked for them. */
const mustBeAsked = 255;

/** The keys that one recipe makes of the items, object after object: a byte for each, and eight for each key. */
export class KeyColumn implements NotedKeys {
  readonly #counts = new Octets();
  readonly #hashes = new Numbers();
  readonly #checks = new Numbers();
  /** How many keys there were before those of the object at hand. */
  #before = 0;
  #isOpen = false;

  get bytes(): number {
    return this.#counts.bytes + this.#hashes.bytes + this.#checks.bytes;
  }

  each(take: (hash: number, check: number, position: number) => void, ask: (position: number) => void): void {
    let key = 0;
    for (let position = 0; position < this.#counts.length; position++) {
      const count = this.#counts.at(position);
      if (count === mustBeAsked) ask(position);
      else
        for (let left = count; left > 0; left--) {
          take(this.#hashes.at(key), this.#checks.at(key), position);
          key++;
        }
    }
  }

  /** Begins an object; what was noted of one that was not taken is forgotten. */
  begin(): void {
    this.#isOpen = false;
    this.#hashes.length = this.#checks.length = this.#before;
  }

  add(hash: number, check: number): void {
    for (let key = this.#before; key < this.#hashes.length; key++)
      if (this.#hashes.at(key) === hash && this.#checks.at(key) === check) return;
    this.#hashes.push(hash);
    this.#checks.push(check);
  }

  /** The object must be asked. */
  open(): void {
    this.#isOpen = true;
  }

  /** After the last object. */
  trim(): void {
    this.#counts.trim();
    this.#hashes.trim();
    this.#checks.trim();
  }

  /** The object is taken. */
  settle(): void {
    const count = this.#hashes.length - this.#before;
    const isOpen = this.#isOpen || count >= mustBeAsked;
    if (isOpen) this.begin();
    this.#counts.push(isOpen ? mustBeAsked : count);
    this.#before = this.#hashes.length;
  }
}
