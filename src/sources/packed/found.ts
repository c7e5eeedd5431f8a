const begin = 1 << 10;
const perValue = 4;

/** Where the values of a message's fields are in its bytes, field by field; of messages within messages, a stack. */
export class Found {
  #numbers = new Int32Array(begin);
  #top = 0;

  clear(): void {
    this.#top = 0;
  }

  /** A frame for a message with so many fields. */
  open(fields: number): number {
    const frame = this.#top;
    this.#reserve(fields * 2);
    const numbers = this.#numbers;
    for (let at = frame; at < this.#top; at++) numbers[at] = -1;
    return frame;
  }

  close(frame: number): void {
    this.#top = frame;
  }

  /**
   * To the frame that was opened last.
   *
   * @param tag where the tag of the value is
   */
  add(frame: number, field: number, tag: number, from: number, to: number): void {
    const value = this.#top;
    this.#reserve(perValue);
    const numbers = this.#numbers;
    numbers[value] = from;
    numbers[value + 1] = to;
    numbers[value + 2] = -1;
    numbers[value + 3] = tag;
    const ends = frame + field * 2;
    const last = numbers[ends + 1] ?? -1;
    if (last < 0) numbers[ends] = value;
    else numbers[last + 2] = value;
    numbers[ends + 1] = value;
  }

  /** The first value of a field; negative for none. */
  first(frame: number, field: number): number {
    return this.#numbers[frame + field * 2] ?? -1;
  }

  from(value: number): number {
    return this.#numbers[value] ?? 0;
  }

  to(value: number): number {
    return this.#numbers[value + 1] ?? 0;
  }

  tag(value: number): number {
    return this.#numbers[value + 3] ?? 0;
  }

  /** The next value of the same field; negative for none. */
  next(value: number): number {
    return this.#numbers[value + 2] ?? -1;
  }

  #reserve(count: number): void {
    this.#top += count;
    if (this.#top <= this.#numbers.length) return;
    const wider = new Int32Array(Math.max(this.#numbers.length * 2, this.#top));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}
