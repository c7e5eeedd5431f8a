/**
 * Room for numbers that are needed for a moment, again and again. Each array of its own would stay until garbage is
 * collected, which is long after the next hundred thousand were needed.
 */
export class Scratch {
  #numbers = new Int32Array(0);

  /** They hold until more are asked for. What is in them is left over. */
  of(length: number): Int32Array {
    if (length > this.#numbers.length) this.#numbers = new Int32Array(length);
    return this.#numbers.subarray(0, length);
  }
}
