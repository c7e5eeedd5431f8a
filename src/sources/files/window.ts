/** The bytes of a stream that are still needed, under the offsets that they have in the stream. */
export class Window {
  #bytes = new Uint8Array(64 * 1024);
  #first = 0;
  #length = 0;

  /** The offset after the last byte. */
  get end(): number {
    return this.#first + this.#length;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Valid until the next `append` or `forget`. */
  slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from - this.#first, to - this.#first);
  }

  /** Everything before this offset. */
  forget(before: number): void {
    const gone = before - this.#first;
    this.#bytes.copyWithin(0, gone, this.#length);
    this.#first = before;
    this.#length -= gone;
  }
}
