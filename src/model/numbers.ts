const begin = 64;

/** A list of numbers of 32 bits that takes four bytes each. */
export class Numbers {
  length = 0;
  #values = new Int32Array(begin);

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(this.length + 1);
    this.#values[this.length++] = value;
  }

  pushAll(values: Int32Array): void {
    const length = this.length + values.length;
    if (length > this.#values.length) this.#grow(length);
    this.#values.set(values, this.length);
    this.length = length;
  }

  /** 0 beyond the end. */
  at(position: number): number {
    return this.#values[position] ?? 0;
  }

  set(position: number, value: number): void {
    this.#values[position] = value;
  }

  /** Gives back the room for more. */
  trim(): void {
    this.#values = this.#values.slice(0, this.length);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  #grow(length: number): void {
    const wider = new Int32Array(Math.max(begin, length, Math.ceil(this.#values.length * 1.5)));
    wider.set(this.#values);
    this.#values = wider;
  }
}
