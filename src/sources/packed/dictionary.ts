import type { ListAddress, Packer } from "./packer.ts";

/** How many values stay read. A power of two. */
const kept = 1 << 11;
const wordsOfEntry = 3;
const startInEntry = 2;

/** What comes again and again in a list, by number: in the packer's memory until the list ends, and outside of it then. */
export class Dictionary {
  /** What was read lately, and of which number it is. */
  readonly #values: unknown[] = new Array(kept).fill(undefined);
  readonly #numbers = new Int32Array(kept).fill(-1);
  #buffer: Buffer = Buffer.alloc(0);
  #starts = new Int32Array(1);

  get bytes(): number {
    return this.#buffer.length + this.#starts.byteLength;
  }

  /** Takes over what is in the packer now; what was read before stays right, since nothing in it changes. */
  take(packer: Packer, list: ListAddress): void {
    const { exports } = packer;
    const start = exports.dictionaryBytes(list);
    const length = exports.dictionaryLength(list);
    const size = exports.dictionarySize(list);
    this.#buffer = Buffer.allocUnsafeSlow(length);
    packer.bytes.copy(this.#buffer, 0, start, start + length);
    const entries = packer.numbers(exports.dictionaryEntries(list), size * wordsOfEntry);
    this.#starts = Int32Array.from({ length: size + 1 }, (_, number) =>
      number === size ? length : (entries[number * wordsOfEntry + startInEntry] ?? 0),
    );
  }

  /** The value with a number, which is read from its bytes unless it was lately. */
  value(number: number, read: (bytes: Buffer, from: number, to: number) => unknown): unknown {
    const place = number & (kept - 1);
    if (this.#numbers[place] === number) return this.#values[place];
    const value = read(this.#buffer, this.start(number), this.start(number + 1));
    this.#numbers[place] = number;
    this.#values[place] = value;
    return value;
  }

  /** Where the bytes with a number are. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  start(number: number): number {
    return this.#starts[number] ?? 0;
  }
}
