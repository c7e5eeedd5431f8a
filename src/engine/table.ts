import { Numbers } from "../model/index.ts";

/** How many entries share a bucket, on average. */
const entriesABucket = 2;
/** Keys that came lately, so that an entry of the same key as one before it is known for it. */
const places = 1 << 10;

/** The entries that have a hash, in the order of their positions. */
export interface Entries {
  readonly positions: readonly number[];
  /** `one`: they all have the same key, so that it is enough to look at the first. */
  readonly keys: "one" | "perhaps several";
}

const none: Entries = { positions: [], keys: "one" };

/**
 * Which positions have a key, by the key's hash: ten bytes for each. The keys themselves are not kept; whoever looks up
 * a position compares what is there.
 */
export class Table {
  readonly #starts: Int32Array;
  readonly #entries: Int32Array;
  readonly #hashes: Int32Array;

  constructor(hashes: Numbers, entries: Numbers) {
    const buckets = bucketsFor(hashes.length);
    const starts = new Int32Array(buckets + 1);
    for (let each = 0; each < hashes.length; each++) add(starts, 1 + (hashes.at(each) & (buckets - 1)), 1);
    for (let bucket = 0; bucket < buckets; bucket++) add(starts, bucket + 1, starts[bucket] ?? 0);
    const next = starts.slice(0, buckets);
    this.#starts = starts;
    this.#entries = new Int32Array(hashes.length);
    this.#hashes = new Int32Array(hashes.length);
    for (let each = 0; each < hashes.length; each++) {
      const bucket = hashes.at(each) & (buckets - 1);
      const place = next[bucket] ?? 0;
      add(next, bucket, 1);
      this.#hashes[place] = hashes.at(each);
      this.#entries[place] = entries.at(each);
    }
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#entries.byteLength + this.#hashes.byteLength;
  }

  find(hash: number): Entries {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1] ?? 0;
    const positions: number[] = [];
    let first = 0;
    for (let place = this.#starts[bucket] ?? 0; place < end; place++) {
      if (this.#hashes[place] !== hash) continue;
      const entry = this.#entries[place] ?? 0;
      if ((entry & asBefore) === 0) first++;
      positions.push(entry >>> 1);
    }
    return positions.length === 0 ? none : { positions, keys: first === 1 ? "one" : "perhaps several" };
  }

  /** The positions whose hash another one before them has, in their order. */
  repeated(): readonly number[] {
    const found: number[] = [];
    for (let bucket = 0; bucket < this.#starts.length - 1; bucket++) {
      const begin = this.#starts[bucket] ?? 0;
      const end = this.#starts[bucket + 1] ?? 0;
      for (let place = begin + 1; place < end; place++)
        if (this.#hashes.subarray(begin, place).includes(this.#hashes[place] ?? 0))
          found.push((this.#entries[place] ?? 0) >>> 1);
    }
    return found.sort((a, b) => a - b);
  }
}

/** Set in an entry whose key is known to be that of an earlier entry. */
const asBefore = 1;

/** Takes what a table is made of. */
export class TableMaker {
  readonly #hashes = new Numbers();
  readonly #entries = new Numbers();
  #lately: (string | undefined)[] | undefined;

  /** An object that nothing is known of but the hash of its key. */
  addHash(hash: number, position: number): void {
    this.#hashes.push(hash);
    this.#entries.push(position << 1);
  }

  addKey(key: string, hash: number, position: number): void {
    this.#lately ??= new Array(places).fill(undefined);
    const place = hash & (places - 1);
    const isAsBefore = this.#lately[place] === key;
    this.#lately[place] = key;
    this.#hashes.push(hash);
    this.#entries.push((position << 1) | (isAsBefore ? asBefore : 0));
  }

  made(): Table {
    return new Table(this.#hashes, this.#entries);
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
