import type { Finished } from "./answer.ts";

/** So many answers can be paged through at the same time. */
const mostKept = 3;

/** The page that was asked for. */
interface Page {
  readonly finished: Finished;
  readonly from: number;
}

interface Kept {
  readonly finished: Finished;
  /** Where the pages begin that were offered. From anywhere else, an answer could look as if it had nothing to say. */
  readonly begins: Set<number>;
}

/**
 * The last answers that had more to say than fits into one. A page is a part of the same answer: the cluster is not asked again, and
 * nothing is told twice or missed because it has changed.
 */
export class Answers {
  readonly #kept = new Map<number, Kept>();
  #number = 0;

  /** The names of the pages of this answer. They can be asked for as long as no three later answers had several pages. */
  pagesOf(finished: Finished): (from: number) => string {
    const known = [...this.#kept].find(([, each]) => each.finished === finished)?.[0];
    const number = known ?? this.#number + 1;
    return (from) => {
      this.#number = Math.max(this.#number, number);
      const begins = this.#kept.get(number)?.begins ?? new Set();
      this.#kept.delete(number);
      this.#kept.set(number, { finished, begins: begins.add(from) });
      for (const oldest of this.#kept.keys()) if (this.#kept.size > mostKept) this.#kept.delete(oldest);
      return `${number}-${from}`;
    };
  }

  /** `undefined`: no answer offered this page, or it is no longer kept. */
  page(name: string): Page | undefined {
    const [, number, from] = /^(\d{1,9})-(\d{1,9})$/.exec(name) ?? [];
    const kept = this.#kept.get(Number(number));
    return kept?.begins.has(Number(from)) ? { finished: kept.finished, from: Number(from) } : undefined;
  }
}
