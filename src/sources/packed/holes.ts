const begin = 1 << 2;
const perHole = 3;

/** What a hole is of. */
export const passedOver = 0;
export const seconds = 1;
export const micros = 2;
export type HoleKind = typeof passedOver | typeof seconds | typeof micros;

/**
 * Where, in the bytes of an item, there is something of which nothing is to be seen in what was written for the bytes
 * around it: a moment, which is written apart, and the value of a field that nobody asks for.
 */
export class Holes {
  length = 0;
  #numbers = new Int32Array(begin * perHole);

  add(from: number, to: number, kind: HoleKind): void {
    const at = this.length * perHole;
    if (at === this.#numbers.length) {
      const wider = new Int32Array(at * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[at] = from;
    this.#numbers[at + 1] = to;
    this.#numbers[at + 2] = kind;
    this.length++;
  }

  /** At its place among the others. */
  insert(from: number, to: number): void {
    this.add(from, to, passedOver);
    for (let hole = this.length - 1; hole > 0 && this.from(hole - 1) > from; hole--) {
      const numbers = this.#numbers;
      numbers.copyWithin(hole * perHole, (hole - 1) * perHole, hole * perHole);
      numbers[(hole - 1) * perHole] = from;
      numbers[(hole - 1) * perHole + 1] = to;
    }
  }

  from(hole: number): number {
    return this.#numbers[hole * perHole] ?? 0;
  }

  to(hole: number): number {
    return this.#numbers[hole * perHole + 1] ?? 0;
  }

  /** Only kinds are added. */
  kind(hole: number): HoleKind {
    return (this.#numbers[hole * perHole + 2] ?? 0) as HoleKind;
  }
}
