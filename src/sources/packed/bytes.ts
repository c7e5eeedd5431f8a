const begin = 1 << 6;
/** Numbers from here on are written in two parts. */
export const large = 2 ** 30;

/** Bytes that are written one after the other, and numbers among them: a smaller one takes fewer bytes. */
export class Bytes {
  buffer = Buffer.allocUnsafeSlow(begin);
  length = 0;

  byte(value: number): void {
    if (this.length === this.buffer.length) this.#grow(1);
    this.buffer[this.length++] = value;
  }

  /** Not negative, and whole. */
  number(value: number): void {
    if (this.length + 10 > this.buffer.length) this.#grow(10);
    if (value < 0x80) {
      this.buffer[this.length++] = value;
      return;
    }
    let left = value;
    // Numbers beyond 31 bits do not go through the operators on bits.
    for (; left > 0x7fffffff; left = Math.floor(left / 128)) this.buffer[this.length++] = (left % 128) | 0x80;
    for (; left > 0x7f; left >>>= 7) this.buffer[this.length++] = (left & 0x7f) | 0x80;
    this.buffer[this.length++] = left;
  }

  /** Whole. */
  signed(value: number): void {
    const size = value < 0 ? -(value + 1) : value;
    const sign = value < 0 ? 2 : 0;
    // With its sign, a large number could be one that is not exact.
    if (size < large) this.number(size * 4 + sign);
    else {
      this.number((size % large) * 4 + sign + 1);
      this.number(Math.floor(size / large));
    }
  }

  copy(from: Buffer, start: number, end: number): void {
    const length = end - start;
    if (this.length + length > this.buffer.length) this.#grow(length);
    copyRun(from, start, end, this.buffer, this.length);
    this.length += length;
  }

  /** Makes room for so many bytes, for whoever writes them himself. */
  reserve(count: number): void {
    if (this.length + count > this.buffer.length) this.#grow(count);
  }

  trim(): void {
    if (this.length < this.buffer.length) this.#move(this.length);
  }

  #grow(by: number): void {
    this.#move(Math.max(this.buffer.length * 2, this.length + by));
  }

  #move(size: number): void {
    const moved = Buffer.allocUnsafeSlow(size);
    this.buffer.copy(moved, 0, 0, this.length);
    this.buffer = moved;
  }
}

/** Of shorter runs, `Buffer.copy` spends most of its time on the call. */
const long = 96;

export function copyRun(from: Buffer, start: number, end: number, to: Buffer, place: number): void {
  if (end - start >= long) from.copy(to, place, start, end);
  else for (let at = start; at < end; at++) to[place + at - start] = from[at] ?? 0;
}
