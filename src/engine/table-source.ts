import { type NotedKeys, Numbers } from "../model/index.ts";

/** For an entry: the hash of its key, the other hash of it, and the position of its object. */
export type TakeEntry = (hash: number, check: number, position: number) => void;

/** What a table is made of, in the order of the positions. It is gone through twice, so that it need not be copied first. */
export interface TableSource {
  readonly length: number;
  /** What the other hash is: one of the key, or the position, which then need not be kept twice. */
  readonly check: "of the key" | "the position";
  each(take: TakeEntry): void;
}

/** Entries that were added one by one. */
export class AddedEntries implements TableSource {
  readonly check = "of the key";
  readonly #hashes = new Numbers();
  readonly #checks = new Numbers();
  readonly #positions = new Numbers();

  get length(): number {
    return this.#hashes.length;
  }

  add(hash: number, check: number, position: number): void {
    this.#hashes.push(hash);
    this.#checks.push(check);
    this.#positions.push(position);
  }

  each(take: TakeEntry): void {
    for (let entry = 0; entry < this.length; entry++) this.at(entry, take);
  }

  at(entry: number, take: TakeEntry): void {
    take(this.#hashes.at(entry), this.#checks.at(entry), this.#positions.at(entry));
  }

  position(entry: number): number {
    return this.#positions.at(entry);
  }
}

/** An entry for each of so many objects, of whose keys nothing is known but the hash: none is taken for another's. */
export function hashedEntries(length: number, hashAt: (position: number) => number): TableSource {
  return {
    length,
    check: "the position",
    each(take) {
      for (let position = 0; position < length; position++) take(hashAt(position), position, position);
    },
  };
}

/**
 * Keys that were noted, and those of the objects that had to be asked.
 *
 * @param addKeys asks an object, once
 */
export function notedEntries(
  keys: NotedKeys,
  addKeys: (position: number, asked: AddedEntries) => void,
): TableSource {
  const asked = new AddedEntries();
  let noted = 0;
  keys.each(
    () => noted++,
    (position) => addKeys(position, asked),
  );
  return {
    length: noted + asked.length,
    check: "of the key",
    each(take) {
      let next = 0;
      keys.each(take, (position) => {
        for (; next < asked.length && asked.position(next) === position; next++) asked.at(next, take);
      });
    },
  };
}
