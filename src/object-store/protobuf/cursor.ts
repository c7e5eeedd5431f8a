/** Bytes that are not the protobuf that they should be. The same can then be asked for in JSON. */
export class Malformed extends Error {
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}`);
    this.at = at;
  }
}

/** How a value is laid out. The API uses these two, and two of fixed size that no field here has. */
export const varint = 0;
export const delimited = 2;
export type WireType = typeof varint | typeof delimited;

const longestVarint = 10;
const longestShortVarint = 5;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A place in the bytes of an answer. Every step is given the end that it may not pass. */
export class Cursor {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** A tag or a length: a number of 32 bits. */
  uint32(end: number): number {
    let value = 0;
    for (let read = 0; read < longestShortVarint; read++) {
      const byte = this.#byte(end);
      value += (byte & 0x7f) * 2 ** (7 * read);
      if (byte < 0x80) {
        if (value > 0xffffffff) break;
        return value;
      }
    }
    throw new Malformed("a number of more than 32 bits", this.at);
  }

  /** A signed number of 64 bits, as far as it is exact as a JavaScript number. */
  integer(end: number): number {
    const start = this.at;
    let bits = 0n;
    for (let read = 0; read < longestVarint; read++) {
      const byte = this.#byte(end);
      bits |= BigInt(byte & 0x7f) << BigInt(7 * read);
      if (byte >= 0x80) continue;
      if (read === longestVarint - 1 && byte > 1) break;
      const value = Number(BigInt.asIntN(64, bits));
      if (!Number.isSafeInteger(value)) throw new Malformed("a number that is too large", start);
      return value;
    }
    throw new Malformed("a number of more than 64 bits", start);
  }

  /** The end of the value that begins with its length here. */
  delimited(end: number): number {
    const length = this.uint32(end);
    const inner = this.at + length;
    if (inner > end) throw new Malformed("a length beyond the end", this.at);
    return inner;
  }

  /** All that is left until the end. */
  text(end: number): string {
    const start = this.at;
    this.at = end;
    try {
      return strict.decode(this.bytes.subarray(start, end));
    } catch {
      throw new Malformed("text that is not UTF-8", start);
    }
  }

  skip(wire: number, end: number): void {
    switch (wire) {
      case varint:
        for (let read = 1; this.#byte(end) >= 0x80; read++) {
          if (read === longestVarint) throw new Malformed("a number of more than 64 bits", this.at);
        }
        return;
      case 1:
        this.#leap(8, end);
        return;
      case delimited:
        this.at = this.delimited(end);
        return;
      case 5:
        this.#leap(4, end);
        return;
    }
    throw new Malformed(`the wire type ${wire}`, this.at);
  }

  #leap(length: number, end: number): void {
    if (this.at + length > end) throw new Malformed("a value beyond the end", this.at);
    this.at += length;
  }

  #byte(end: number): number {
    if (this.at >= end) throw new Malformed("a number that breaks off", this.at);
    const byte = this.bytes[this.at] ?? 0;
    this.at++;
    return byte;
  }
}
