/** How far from the begin of a program a record stands, in bytes. None stands at 0. */
export type Reference = number;

const bytesEach = 4;

/**
 * A program for the packer: records of words of 32 bits, and references between them. The files of `../packer` say what
 * the words of each are.
 */
export class Words {
  readonly #words: number[];
  readonly #known = new Map<string, Reference>();

  /** @param head how many words stand at the begin, to be set later */
  constructor(head: number) {
    this.#words = new Array(head).fill(0);
  }

  record(words: readonly number[]): Reference {
    const key = words.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reference = this.#words.length * bytesEach;
    this.#words.push(...words);
    this.#known.set(key, reference);
    return reference;
  }

  /** How many words, and they. */
  list(words: readonly number[]): Reference {
    return this.record([words.length, ...words]);
  }

  /** How many records of so many words each, and they. */
  listOf(records: readonly (readonly number[])[]): Reference {
    return this.record([records.length, ...records.flat()]);
  }

  /** How many bytes in UTF-8, and they. */
  text(text: string): Reference {
    const bytes = Buffer.from(text);
    const words: number[] = [];
    const padded = Buffer.concat([bytes, Buffer.alloc(bytesEach)]);
    for (let at = 0; at < bytes.length; at += bytesEach) words.push(padded.readInt32LE(at));
    return this.record([bytes.length, ...words]);
  }

  set(place: number, word: number): void {
    this.#words[place] = word;
  }

  finish(): Int32Array {
    return Int32Array.from(this.#words);
  }
}
