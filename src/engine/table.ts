import type { TableSource } from "./table-source.ts";

/** How many entries share a bucket, on average. */
const entriesABucket = 2;

/** The entries that have a hash, in the order of their positions. */
export interface Entries {
  readonly positions: readonly number[];
  /** `one`: they all have the same key, so that it is enough to look at the first. */
  readonly keys: "one" | "perhaps several";
}

const none: Entries = { positions: [], keys: "one" };

/**
 * Which positions have a key, by the key's two hashes: fourteen bytes for each, ten where one is the position. The keys
 * themselves are not kept; whoever looks up a position compares what is there.
 */
export class Table {
  readonly #starts: Int32Array;
  readonly #positions: Int32Array;
  readonly #hashes: Int32Array;
  readonly #checks: Int32Array;

  constructor(source: TableSource) {
    const { length } = source;
    const buckets = bucketsFor(length);
    const starts = new Int32Array(buckets + 1);
    source.each((hash) => add(starts, 1 + (hash & (buckets - 1)), 1));
    for (let bucket = 0; bucket < buckets; bucket++) add(starts, bucket + 1, starts[bucket] ?? 0);
    const next = starts.slice(0, buckets);
    const hashes = new Int32Array(length);
    const positions = new Int32Array(length);
    const checks = source.check === "the position" ? positions : new Int32Array(length);
    source.each((hash, check, position) => {
      const bucket = hash & (buckets - 1);
      const place = next[bucket] ?? 0;
      add(next, bucket, 1);
      hashes[place] = hash;
      checks[place] = check;
      positions[place] = position;
    });
    this.#starts = starts;
    this.#hashes = hashes;
    this.#checks = checks;
    this.#positions = positions;
  }

  get bytes(): number {
    const arrays = new Set([this.#starts, this.#positions, this.#hashes, this.#checks]);
    return [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  find(hash: number): Entries {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1] ?? 0;
    const positions: number[] = [];
    let check: number | undefined;
    let keys: Entries["keys"] = "one";
    for (let place = this.#starts[bucket] ?? 0; place < end; place++) {
      if (this.#hashes[place] !== hash) continue;
      check ??= this.#checks[place];
      if (this.#checks[place] !== check) keys = "perhaps several";
      positions.push(this.#positions[place] ?? 0);
    }
    return positions.length === 0 ? none : { positions, keys };
  }

  /** How many entries have both hashes, but for those whose position does not count; no more than `most` are looked for. */
  count(hash: number, check: number, most: number, isVoid: (position: number) => boolean): number {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1] ?? 0;
    let count = 0;
    for (let place = this.#starts[bucket] ?? 0; place < end && count < most; place++) {
      if (this.#hashes[place] !== hash || this.#checks[place] !== check) continue;
      if (!isVoid(this.#positions[place] ?? 0)) count++;
    }
    return count;
  }

  /** All entries, in the order of their hashes. */
  each(take: (hash: number, check: number, position: number) => void): void {
    for (let place = 0; place < this.#hashes.length; place++)
      take(this.#hashes[place] ?? 0, this.#checks[place] ?? 0, this.#positions[place] ?? 0);
  }

  /** The positions whose hash another one before them has, in their order. */
  repeated(): readonly number[] {
    const found: number[] = [];
    for (let bucket = 0; bucket < this.#starts.length - 1; bucket++) {
      const begin = this.#starts[bucket] ?? 0;
      const end = this.#starts[bucket + 1] ?? 0;
      for (let place = begin + 1; place < end; place++)
        if (this.#isBefore(begin, place)) found.push(this.#positions[place] ?? 0);
    }
    return found.sort((a, b) => a - b);
  }

  /** Has a place from there on the hash of this one? */
  #isBefore(begin: number, place: number): boolean {
    const hash = this.#hashes[place];
    for (let before = begin; before < place; before++) if (this.#hashes[before] === hash) return true;
    return false;
  }
}

function add(numbers: Int32Array, place: number, more: number): void {
  numbers[place] = (numbers[place] ?? 0) + more;
}

/** A power of two. */
function bucketsFor(entries: number): number {
  let buckets = 1;
  while (buckets * entriesABucket < entries) buckets *= 2;
  return buckets;
}
