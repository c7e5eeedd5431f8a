const chunkBits = 17;
const chunkSize = 1 << chunkBits;

/** Many short runs of bytes, each written once. */
export class Arena {
  /** A run that is longer than a chunk has one of its own, that counts as several. */
  readonly #chunks: (Buffer | undefined)[] = [];

  #at = 0;
  #end = 0;
  bytes = 0;

  /** Copies runs of these lengths that lie one behind the other, and says where each of them is. */
  addAll(bytes: Uint8Array, lengths: Int32Array, place: (place: number) => void): void {
    let copied = 0;
    let at = 0;
    for (const length of lengths) {
      if (this.#at + at - copied + length > this.#end) {
        this.#copy(bytes, copied, at);
        copied = at;
        this.#begin(length);
      }
      place(this.#at + at - copied);
      at += length;
    }
    this.#copy(bytes, copied, at);
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    this.chunk(this.#at).set(bytes.subarray(from, to), this.offset(this.#at));
    this.#at += to - from;
  }

  /** The chunk that a place is in, and where it begins there. */
  chunk(place: number): Buffer {
    const chunk = this.#chunks[place >>> chunkBits];
    if (chunk === undefined) throw new Error("a place without a chunk");
    return chunk;
  }

  offset(place: number): number {
    return place & (chunkSize - 1);
  }

  #begin(length: number): void {
    const chunks = Math.max(1, Math.ceil(length / chunkSize));
    const index = this.#chunks.length;
    this.#chunks.push(Buffer.allocUnsafeSlow(chunks * chunkSize));
    for (let more = 1; more < chunks; more++) this.#chunks.push(undefined);
    this.#at = index * chunkSize;
    // Nothing more lies in one that counts as several: it could not be found there.
    this.#end = this.#at + Math.max(length, chunkSize);
    this.bytes += chunks * chunkSize;
  }
}
