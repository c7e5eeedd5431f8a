import { type Phase, TimeLimit } from "../break.ts";

/** The time limits of one request: one for the whole, and one for the step that it is in. */
export class Hourglass {
  readonly #whole: number;
  #phase: Phase = "connect";
  #step = Number.POSITIVE_INFINITY;
  #leftOfStep = Number.POSITIVE_INFINITY;
  #leftOfWhole: number;

  constructor(whole: number) {
    this.#whole = whole;
    this.#leftOfWhole = whole;
  }

  get phase(): Phase {
    return this.#phase;
  }

  enter(phase: Phase, milliseconds: number): void {
    this.#phase = phase;
    this.#step = milliseconds;
    this.#leftOfStep = milliseconds;
  }

  /** Something came: the step has its whole time again. */
  again(): void {
    this.#leftOfStep = this.#step;
  }

  /** Removes the limit of this step until the next step begins. */
  stop(): void {
    this.#leftOfStep = Number.POSITIVE_INFINITY;
  }

  /** So much time went by. The limit that passed with it, if one did. */
  pass(milliseconds: number): TimeLimit | undefined {
    this.#leftOfStep -= milliseconds;
    this.#leftOfWhole -= milliseconds;
    if (this.#leftOfWhole < 0) return new TimeLimit("request", this.#whole);
    return this.#leftOfStep < 0 ? new TimeLimit(this.#phase, this.#step) : undefined;
  }
}
