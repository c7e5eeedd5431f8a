import type { NotedKeys } from "./items.ts";
import { chunkBits, chunkMask, Numbers } from "./numbers.ts";

/**
 * Room for numbers that are needed for a moment, again and again. Each array of its own would stay until garbage is
 * collected, which is long after the next hundred thousand were needed.
 */
export class Scratch {
  #numbers = new Int32Array(0);

  /** They hold until more are asked for. What is in them is left over. */
  of(length: number): Int32Array {
    if (length > this.#numbers.length) this.#numbers = new Int32Array(length);
    return this.#numbers.subarray(0, length);
  }
}

/**
 * What a table is of: entries, by their numbers, in the order of their positions. They stay where they are, so that they
 * need not be there twice.
 */
export interface TableSource {
  readonly length: number;
  readonly bytes: number;
  /** The hash of each entry's key. They hold until another source is asked. */
  allHashes(): Int32Array;
  /** The hash of an entry's key. */
  hash(entry: number): number;
  /** The other hash of it. */
  check(entry: number): number;
  /** Where its object is. */
  position(entry: number): number;
}

/** Of the source that is asked for all of them. */
export const scratchHashes = new Scratch();

/** Entries of which both hashes are known. */
export class KeyEntries implements TableSource {
  readonly hashes: Numbers;
  readonly checks: Numbers;
  /** `undefined` where each object has one key. */
  readonly #positions: Numbers | undefined;

  constructor({ hashes, checks }: Pick<NotedKeys, "hashes" | "checks">, positions: Numbers | undefined) {
    this.hashes = hashes;
    this.checks = checks;
    this.#positions = positions;
  }

  get length(): number {
    return this.hashes.length;
  }

  get bytes(): number {
    return this.hashes.bytes + this.checks.bytes + (this.#positions?.bytes ?? 0);
  }

  allHashes(): Int32Array {
    const all = scratchHashes.of(this.length);
    this.hashes.copyTo(all);
    return all;
  }

  hash(entry: number): number {
    return this.hashes.at(entry);
  }

  check(entry: number): number {
    return this.checks.at(entry);
  }

  position(entry: number): number {
    return this.#positions === undefined ? entry : this.#positions.at(entry);
  }

  /** The positions of entries whose key has this hash, in their order, each looked for when its turn comes. */
  *positionsOf(hash: number): Iterable<number> {
    let begin = 0;
    for (const chunk of this.hashes.chunks) {
      for (let at = chunk.indexOf(hash); at >= 0; at = chunk.indexOf(hash, at + 1))
        if (begin + at < this.length) yield this.position(begin + at);
      begin += chunk.length;
    }
  }

  /** All entries, in the order of their positions. */
  each(take: (hash: number, check: number, position: number) => void): void {
    const hashes = this.hashes.chunks;
    const checks = this.checks.chunks;
    const positions = this.#positions?.chunks;
    const { length } = this;
    for (let entry = 0; entry < length; entry++) {
      const chunk = entry >>> chunkBits;
      const at = entry & chunkMask;
      const position = positions === undefined ? entry : (positions[chunk]?.[at] ?? 0);
      take(hashes[chunk]?.[at] ?? 0, checks[chunk]?.[at] ?? 0, position);
    }
  }
}

/** Entries that are added one by one. */
export class AddedEntries extends KeyEntries {
  readonly add: (hash: number, check: number, position: number) => void;

  constructor() {
    const [hashes, checks, positions] = [new Numbers(), new Numbers(), new Numbers()];
    super({ hashes, checks }, positions);
    this.add = (hash, check, position) => {
      hashes.push(hash);
      checks.push(check);
      positions.push(position);
    };
  }
}

/** An entry for each of so many objects, of whose keys nothing is known but the hash: none is taken for another's. */
export class HashedEntries implements TableSource {
  readonly length: number;
  readonly bytes = 0;
  readonly allHashes: () => Int32Array;
  readonly hash: (position: number) => number;

  constructor(
    length: number,
    hashAt: (position: number) => number,
    allHashes: () => Int32Array = () => Int32Array.from({ length }, (_, position) => hashAt(position)),
  ) {
    this.length = length;
    this.hash = hashAt;
    this.allHashes = allHashes;
  }

  check(entry: number): number {
    return entry;
  }

  position(entry: number): number {
    return entry;
  }
}

/**
 * Keys that were noted, and those of the objects that had to be asked.
 *
 * @param addKeys asks an object, once
 */
export function notedEntries(
  keys: NotedKeys,
  addKeys: (position: number, asked: AddedEntries) => void,
): KeyEntries {
  if (keys.isOneOfEach) return new KeyEntries(keys, undefined);
  const positions = new Numbers();
  let isAll = true;
  keys.each(
    (_hash, _check, position) => positions.push(position),
    () => {
      isAll = false;
    },
  );
  positions.trim();
  if (isAll) return new KeyEntries(keys, positions);
  const entries = new AddedEntries();
  keys.each(
    (hash, check, position) => entries.add(hash, check, position),
    (position) => addKeys(position, entries),
  );
  return entries;
}
