const chunkBits = 17;
const chunkSize = 1 << chunkBits;

/** Many short runs of bytes, each written once. */
export class Arena {
  /** A run that is longer than a chunk has one of its own, that counts as several. */
  readonly #chunks: (Buffer | undefined)[] = [];
  #at = 0;
  #end = 0;
  bytes = 0;

  /** Copies these bytes, and says where they are. */
  add(bytes: Buffer, from: number, to: number): number {
    const length = to - from;
    if (this.#at + length > this.#end) this.#begin(length);
    const place = this.#at;
    bytes.copy(this.chunk(place), this.offset(place), from, to);
    this.#at += length;
    return place;
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
    this.#end = this.#at + chunks * chunkSize;
    this.bytes += chunks * chunkSize;
  }
}
