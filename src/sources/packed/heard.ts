import type { Sink } from "./noted/index.ts";

/** Of which values sinks have heard, in that order. */
export class Heard {
  length = 0;
  readonly #sinks: (readonly Sink[])[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  add(sinks: readonly Sink[], from: number, to: number): void {
    this.#sinks[this.length] = sinks;
    this.#from[this.length] = from;
    this.#to[this.length] = to;
    this.length++;
  }

  sinks(place: number): readonly Sink[] {
    return this.#sinks[place] ?? [];
  }

  from(place: number): number {
    return this.#from[place] ?? 0;
  }

  to(place: number): number {
    return this.#to[place] ?? 0;
  }
}
