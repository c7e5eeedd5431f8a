const places = 1 << 10;
/** Longer runs of bytes are not kept. */
const longest = 1 << 10;

/** Remembers what was made of some bytes, since they often come again. */
export class SameBytes<T> {
  readonly #bytes: (Buffer | undefined)[] = new Array(places).fill(undefined);
  readonly #values: (T | undefined)[] = new Array(places).fill(undefined);

  get(bytes: Buffer, from: number, to: number, make: () => T | undefined): T | undefined {
    if (to - from > longest) return make();
    const place = hashOf(bytes, from, to) & (places - 1);
    const known = this.#bytes[place];
    if (known !== undefined && isSame(known, bytes, from, to)) return this.#values[place];
    const made = make();
    this.#bytes[place] = Buffer.from(bytes.subarray(from, to));
    this.#values[place] = made;
    return made;
  }
}

/** FNV-1a, of which the higher bits are the better ones. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 16);
}

function isSame(known: Buffer, bytes: Buffer, from: number, to: number): boolean {
  return known.length === to - from && bytes.compare(known, 0, known.length, from, to) === 0;
}
