import type { PackedDictionary } from "./packed-run.ts";

/** How many values stay read. A power of two. */
const kept = 1 << 11;

/** What comes again and again in a list, by number. */
export class Dictionary {
  /** What was read lately, and of which number it is. */
  readonly #values: unknown[] = new Array(kept).fill(undefined);
  readonly #numbers = new Int32Array(kept).fill(-1);
  #buffer: Buffer = Buffer.alloc(0);
  #starts: Int32Array = new Int32Array(1);

  get bytes(): number {
    return this.#buffer.length + this.#starts.byteLength;
  }

  /** What was read before stays right: of what had a number, nothing changes. */
  take({ bytes, starts }: PackedDictionary): void {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
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
