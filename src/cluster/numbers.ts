const begin = 64;
export const chunkBits = 13;
const chunkLength = 1 << chunkBits;
export const chunkMask = chunkLength - 1;

/**
 * A list of numbers of 32 bits that takes four bytes each. It grows by chunks: what is in one stays there, so that nothing
 * is left behind when it grows.
 */
export class Numbers {
  length = 0;
  /** Each is full but the last one. Only the first one is ever shorter than a chunk. */
  readonly #chunks: Int32Array[] = [new Int32Array(begin)];
  #room = begin;

  push(value: number): void {
    if (this.length === this.#room) this.#grow();
    this.set(this.length++, value);
  }

  pushAll(values: Int32Array): void {
    for (let taken = 0; taken < values.length; ) {
      if (this.length === this.#room) this.#grow();
      const at = this.length & chunkMask;
      const part = values.subarray(taken, taken + this.#room - this.length);
      this.#chunks.at(-1)?.set(part, at);
      taken += part.length;
      this.length += part.length;
    }
  }

  /**
   * For who looks at so many that a call for each would take most of the time: the number at a position is at
   * `position & chunkMask` of the chunk `position >>> chunkBits`. What is behind the end means nothing.
   */
  get chunks(): readonly Int32Array[] {
    return this.#chunks;
  }

  /** 0 beyond the end. */
  at(position: number): number {
    return this.#chunks[position >>> chunkBits]?.[position & chunkMask] ?? 0;
  }

  set(position: number, value: number): void {
    const chunk = this.#chunks[position >>> chunkBits];
    if (chunk !== undefined) chunk[position & chunkMask] = value;
  }

  copyTo(target: Int32Array): void {
    let at = 0;
    for (const chunk of this.#chunks) {
      target.set(chunk.subarray(0, this.length - at), at);
      at += chunk.length;
    }
  }

  /** Gives back the room for more. */
  trim(): void {
    if (this.#room === this.length) return;
    const last = this.#chunks.pop() ?? new Int32Array();
    this.#chunks.push(last.slice(0, last.length - (this.#room - this.length)));
    this.#room = this.length;
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  #grow(): void {
    const last = this.#chunks.at(-1) ?? new Int32Array();
    if (last.length === chunkLength) {
      this.#chunks.push(new Int32Array(chunkLength));
      this.#room += chunkLength;
      return;
    }
    // The first one, or one that was trimmed.
    const wider = new Int32Array(Math.min(chunkLength, Math.max(begin, last.length * 2)));
    wider.set(last);
    this.#chunks[this.#chunks.length - 1] = wider;
    this.#room += wider.length - last.length;
  }
}
