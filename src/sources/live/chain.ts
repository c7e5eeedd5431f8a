import type { Items } from "../../model/index.ts";

/** Items one after the other. */
export function chained<T>(parts: readonly Items<T>[]): Items<T> {
  return new Chain(parts);
}

class Chain<T> implements Items<T> {
  readonly length: number;
  readonly #parts: readonly Items<T>[];

  constructor(parts: readonly Items<T>[]) {
    this.#parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  at(position: number): T | undefined {
    let left = position;
    for (const part of this.#parts) {
      if (left < part.length) return part.at(left);
      left -= part.length;
    }
    return undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const part of this.#parts) yield* part;
  }
}
