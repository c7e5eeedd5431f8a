import type { Finished } from "./answer.ts";

/** So many answers can be paged through at the same time. */
const mostKept = 3;

/** The page that was asked for. */
export interface Page {
  readonly finished: Finished;
  readonly from: number;
}

/**
 * The last answers that had more to say than fits into one. A page is a part of the same answer: the cluster is not asked again, and
 * nothing is told twice or missed because it has changed.
 */
export class Answers {
  readonly #kept = new Map<number, Finished>();
  #number = 0;

  /** The names of the pages of this answer. They can be asked for as long as no three later answers had several pages. */
  pagesOf(finished: Finished): (from: number) => string {
    const known = [...this.#kept].find(([, each]) => each === finished)?.[0];
    const number = known ?? this.#number + 1;
    return (from) => {
      this.#number = Math.max(this.#number, number);
      this.#kept.delete(number);
      this.#kept.set(number, finished);
      for (const oldest of this.#kept.keys()) if (this.#kept.size > mostKept) this.#kept.delete(oldest);
      return `${number}-${from}`;
    };
  }

  /** `undefined`: there is no such page, or no longer. */
  page(name: string): Page | undefined {
    const [, number, from] = /^(\d{1,9})-(\d{1,9})$/.exec(name) ?? [];
    const finished = this.#kept.get(Number(number));
    return finished === undefined ? undefined : { finished, from: Number(from) };
  }
}
