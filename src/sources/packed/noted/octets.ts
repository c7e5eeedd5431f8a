const begin = 64;

/** A list of numbers up to 255 that takes a byte each. */
export class Octets {
  length = 0;
  #values: Uint8Array = new Uint8Array(begin);

  pushAll(values: Uint8Array): void {
    const length = this.length + values.length;
    if (length > this.#values.length) {
      const wider = new Uint8Array(Math.max(length, Math.ceil(this.length * 1.5)));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values.set(values, this.length);
    this.length = length;
  }

  /** What is behind the end means nothing. */
  get values(): Uint8Array {
    return this.#values;
  }

  /** Gives back the room for more. */
  trim(): void {
    this.#values = this.#values.slice(0, this.length);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }
}
