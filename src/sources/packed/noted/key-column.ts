import { type NotedKeys, Numbers } from "../../../model/index.ts";
import type { PackedKeys } from "../packed-run.ts";
import { Octets } from "./octets.ts";

/** Instead of how many keys an object has: it must be asked for them. As in `../assembly/keys.ts`. */
const mustBeAsked = 255;

/** The keys that one recipe makes of the items, object after object: a byte for each, and eight for each key. */
export class KeyColumn implements NotedKeys {
  readonly #counts = new Octets();
  readonly hashes = new Numbers();
  readonly checks = new Numbers();

  get bytes(): number {
    return this.#counts.bytes + this.hashes.bytes + this.checks.bytes;
  }

  get isOneOfEach(): boolean {
    const { values, length } = this.#counts;
    for (let position = 0; position < length; position++) if (values[position] !== 1) return false;
    return true;
  }

  each(take: (hash: number, check: number, position: number) => void, ask: (position: number) => void): void {
    const { values, length } = this.#counts;
    let key = 0;
    for (let position = 0; position < length; position++) {
      const count = values[position] ?? 0;
      if (count === mustBeAsked) ask(position);
      else
        for (let left = count; left > 0; left--) {
          take(this.hashes.at(key), this.checks.at(key), position);
          key++;
        }
    }
  }

  /** Takes what was noted of the objects that were packed last. */
  take({ counts, hashes, checks }: PackedKeys): void {
    this.#counts.pushAll(counts);
    this.hashes.pushAll(hashes);
    this.checks.pushAll(checks);
  }

  /** After the last object. */
  trim(): void {
    this.#counts.trim();
    this.hashes.trim();
    this.checks.trim();
  }
}
