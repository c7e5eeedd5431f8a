import { chunkBits, chunkMask } from "./numbers.ts";
import type { KeyEntries, TableSource } from "./table-source.ts";

/** How many entries share a bucket, on average. */
const entriesABucket = 2;

/** So many entries in one bucket are found one by one. */
const many = 64;

/** The entries that have a hash, in the order of their positions. */
export interface Entries {
  readonly positions: readonly number[];
  /** `one`: they all have the same key, so that it is enough to look at the first. */
  readonly keys: "one" | "perhaps several";
}

const none: Entries = { positions: [], keys: "one" };

/**
 * Which positions have a key, by the key's two hashes. The keys themselves are not kept; the caller that looks up a position compares
 * what is there.
 *
 * What is done for each of its entries calls nothing where that can be: V8 optimizes late here, and until then calls
 * are what takes the time.
 */
export class Table {
  readonly #source: TableSource;
  /** Entries that share a bucket stand one after the other, and here is where. */
  protected readonly starts: Int32Array;
  protected readonly entries: Int32Array;
  /** A byte of the hash of each: most that are looked at here are not those that are looked for. */
  protected readonly tags: Uint8Array;

  constructor(source: TableSource) {
    const { length } = source;
    const mask = bucketsFor(length) - 1;
    const starts = new Int32Array(mask + 2);
    const hashes = source.allHashes();
    for (let entry = 0; entry < length; entry++) {
      const bucket = (hashes[entry] ?? 0) & mask;
      starts[bucket] = (starts[bucket] ?? 0) + 1;
    }
    let end = 0;
    for (let bucket = 0; bucket <= mask + 1; bucket++) {
      end += starts[bucket] ?? 0;
      starts[bucket] = end;
    }
    const entries = new Int32Array(length);
    const tags = new Uint8Array(length);
    // From the last one on: what was the end of a bucket is its start then.
    for (let entry = length - 1; entry >= 0; entry--) {
      const hash = hashes[entry] ?? 0;
      const bucket = hash & mask;
      const place = (starts[bucket] ?? 0) - 1;
      starts[bucket] = place;
      entries[place] = entry;
      tags[place] = hash >>> tagShift;
    }
    this.#source = source;
    this.starts = starts;
    this.entries = entries;
    this.tags = tags;
  }

  /** What it takes, with its source. */
  get bytes(): number {
    return this.#source.bytes + this.starts.byteLength + this.entries.byteLength + this.tags.byteLength;
  }

  find(hash: number): Entries {
    const bucket = hash & (this.starts.length - 2);
    const end = this.starts[bucket + 1] ?? 0;
    const tag = hash >>> tagShift;
    const positions: number[] = [];
    let check: number | undefined;
    let keys: Entries["keys"] = "one";
    for (let place = this.starts[bucket] ?? 0; place < end; place++) {
      if (this.tags[place] !== tag) continue;
      const entry = this.entries[place] ?? 0;
      if (this.#source.hash(entry) !== hash) continue;
      check ??= this.#source.check(entry);
      if (this.#source.check(entry) !== check) keys = "perhaps several";
      positions.push(this.#source.position(entry));
    }
    return positions.length === 0 ? none : { positions, keys };
  }

  /** The positions that `find` finds; of many, each when its turn comes. */
  walk(hash: number): Iterable<number> {
    const bucket = hash & (this.starts.length - 2);
    const length = (this.starts[bucket + 1] ?? 0) - (this.starts[bucket] ?? 0);
    return length < many ? this.find(hash).positions : this.#each(hash, bucket);
  }

  *#each(hash: number, bucket: number): Iterable<number> {
    const end = this.starts[bucket + 1] ?? 0;
    for (let place = this.starts[bucket] ?? 0; place < end; place++)
      if (this.#hashAt(place) === hash) yield this.#source.position(this.entries[place] ?? 0);
  }

  /** The positions whose hash another one before them has, in their order. */
  repeated(): readonly number[] {
    const { starts, tags } = this;
    const found: number[] = [];
    const last = starts.length - 1;
    for (let bucket = 0; bucket < last; bucket++) {
      const begin = starts[bucket] ?? 0;
      const end = starts[bucket + 1] ?? 0;
      for (let place = begin + 1; place < end; place++)
        for (let before = begin; before < place; before++)
          if (tags[before] === tags[place] && this.#hashAt(before) === this.#hashAt(place)) {
            found.push(this.#source.position(this.entries[place] ?? 0));
            break;
          }
    }
    return found.sort((a, b) => a - b);
  }

  #hashAt(place: number): number {
    return this.#source.hash(this.entries[place] ?? 0);
  }
}

/** One whose keys can also be counted. */
export class KeyTable extends Table {
  readonly #keys: KeyEntries;

  constructor(keys: KeyEntries) {
    super(keys);
    this.#keys = keys;
  }

  /**
   * How many entries have both hashes; no more than `most` are looked for.
   *
   * @param isVoid tells of the position of an entry that does not count
   */
  count(hash: number, check: number, most: number, isVoid?: (position: number) => boolean): number {
    const { starts, entries, tags } = this;
    const hashes = this.#keys.hashes.chunks;
    const checks = this.#keys.checks.chunks;
    const bucket = hash & (starts.length - 2);
    const end = starts[bucket + 1] ?? 0;
    const tag = hash >>> tagShift;
    let count = 0;
    for (let place = starts[bucket] ?? 0; place < end && count < most; place++) {
      if (tags[place] !== tag) continue;
      const entry = entries[place] ?? 0;
      const chunk = entry >>> chunkBits;
      const at = entry & chunkMask;
      if (checks[chunk]?.[at] !== check || hashes[chunk]?.[at] !== hash) continue;
      if (isVoid?.(this.#keys.position(entry)) !== true) count++;
    }
    return count;
  }
}

/** To its highest byte: by its lowest bits an entry came into its bucket. */
const tagShift = 24;

/** A power of two. */
function bucketsFor(entries: number): number {
  let buckets = 1;
  while (buckets * entriesABucket < entries) buckets *= 2;
  return buckets;
}
