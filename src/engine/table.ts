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
 * Which positions have a key, by the key's two hashes. The keys themselves are not kept; whoever looks up a position compares
 * what is there.
 */
export class Table {
  readonly #source: TableSource;
  /** Entries that share a bucket stand one after the other, and here is where. */
  readonly #starts: Int32Array;
  readonly #entries: Int32Array;
  /** A byte of the hash of each: most that are looked at here are not those that are looked for. */
  readonly #tags: Uint8Array;

  constructor(source: TableSource) {
    const { length } = source;
    const buckets = bucketsFor(length);
    const starts = new Int32Array(buckets + 1);
    // In the order of the entries: some sources must work them out.
    const given = new Int32Array(length);
    for (let entry = 0; entry < length; entry++) {
      const hash = source.hash(entry);
      given[entry] = hash;
      add(starts, hash & (buckets - 1), 1);
    }
    let end = 0;
    for (let bucket = 0; bucket <= buckets; bucket++) {
      end += starts[bucket] ?? 0;
      starts[bucket] = end;
    }
    const entries = new Int32Array(length);
    const tags = new Uint8Array(length);
    // From the last one on: what was the end of a bucket is its start then.
    for (let entry = length - 1; entry >= 0; entry--) {
      const hash = given[entry] ?? 0;
      const bucket = hash & (buckets - 1);
      add(starts, bucket, -1);
      const place = starts[bucket] ?? 0;
      entries[place] = entry;
      tags[place] = tagOf(hash);
    }
    this.#source = source;
    this.#starts = starts;
    this.#entries = entries;
    this.#tags = tags;
  }

  /** What it takes, with its source. */
  get bytes(): number {
    return this.#source.bytes + this.#starts.byteLength + this.#entries.byteLength + this.#tags.byteLength;
  }

  find(hash: number): Entries {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1] ?? 0;
    const tag = tagOf(hash);
    const positions: number[] = [];
    let check: number | undefined;
    let keys: Entries["keys"] = "one";
    for (let place = this.#starts[bucket] ?? 0; place < end; place++) {
      if (this.#tags[place] !== tag) continue;
      const entry = this.#entries[place] ?? 0;
      if (this.#source.hash(entry) !== hash) continue;
      check ??= this.#source.check(entry);
      if (this.#source.check(entry) !== check) keys = "perhaps several";
      positions.push(this.#source.position(entry));
    }
    return positions.length === 0 ? none : { positions, keys };
  }

  /** How many entries have both hashes, but for those whose position does not count; no more than `most` are looked for. */
  count(hash: number, check: number, most: number, isVoid: (position: number) => boolean): number {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1] ?? 0;
    const tag = tagOf(hash);
    let count = 0;
    for (let place = this.#starts[bucket] ?? 0; place < end && count < most; place++) {
      if (this.#tags[place] !== tag) continue;
      const entry = this.#entries[place] ?? 0;
      if (this.#source.check(entry) !== check || this.#source.hash(entry) !== hash) continue;
      if (!isVoid(this.#source.position(entry))) count++;
    }
    return count;
  }

  /** All entries, in the order of their positions. */
  each(take: (hash: number, check: number, position: number) => void): void {
    const source = this.#source;
    for (let entry = 0; entry < source.length; entry++)
      take(source.hash(entry), source.check(entry), source.position(entry));
  }

  /** The positions whose hash another one before them has, in their order. */
  repeated(): readonly number[] {
    const found: number[] = [];
    for (let bucket = 0; bucket < this.#starts.length - 1; bucket++) {
      const begin = this.#starts[bucket] ?? 0;
      const end = this.#starts[bucket + 1] ?? 0;
      for (let place = begin + 1; place < end; place++)
        if (this.#isBefore(begin, place)) found.push(this.#source.position(this.#entries[place] ?? 0));
    }
    return found.sort((a, b) => a - b);
  }

  /** Has a place from there on the hash of this one? */
  #isBefore(begin: number, place: number): boolean {
    for (let before = begin; before < place; before++) {
      if (this.#tags[before] === this.#tags[place] && this.#hashAt(before) === this.#hashAt(place))
        return true;
    }
    return false;
  }

  #hashAt(place: number): number {
    return this.#source.hash(this.#entries[place] ?? 0);
  }
}

/** Its highest byte: by its lowest bits it came into its bucket. */
function tagOf(hash: number): number {
  return hash >>> 24;
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
