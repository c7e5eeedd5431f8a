const begin = 64;

/** A list of numbers up to 255 that takes a byte each. */
export class Octets {
  length = 0;
  #values = new Uint8Array(begin);

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint8Array(Math.max(begin, Math.ceil(this.length * 1.5)));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length++] = value;
  }

  at(position: number): number {
    return this.#values[position] ?? 0;
  }

  /** Gives back the room for more. */
  trim(): void {
    this.#values = this.#values.slice(0, this.length);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }
}
