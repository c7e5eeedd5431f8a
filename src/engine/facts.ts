import type { Cluster, Fact, Unread } from "../model/index.ts";

interface WorkedOut {
  readonly value: unknown;
  /** What was not read for it: every caller is told, not only the first. */
  readonly missed: readonly Unread[];
}

/** Facts that were worked out before, and what they could not see. */
export class Facts {
  readonly #known = new Map<Fact<unknown>, Map<string, WorkedOut>>();
  /** One for each fact that is being worked out: one can rest on another. */
  readonly #open: Unread[][] = [];
  readonly #onUnread: (unread: Unread) => void;
  #missed = 0;

  constructor(onUnread: (unread: Unread) => void) {
    this.#onUnread = onUnread;
  }

  /** How often something was missed. */
  get missed(): number {
    return this.#missed;
  }

  miss(unread: Unread): void {
    for (const missed of this.#open) missed.push(unread);
    this.#missed += 1;
    this.#onUnread(unread);
  }

  of<T>(fact: Fact<T>, key: string, cluster: Cluster): T {
    const before = this.#known.get(fact)?.get(key);
    if (before === undefined) return this.#workOut(fact, key, cluster);
    for (const unread of before.missed) this.miss(unread);
    // Only what this fact worked out is known under it.
    return before.value as T;
  }

  #workOut<T>(fact: Fact<T>, key: string, cluster: Cluster): T {
    const missed: Unread[] = [];
    this.#open.push(missed);
    try {
      const value = fact.workOut(key, cluster);
      const known = this.#known.get(fact) ?? new Map<string, WorkedOut>();
      this.#known.set(fact, known.set(key, { value, missed }));
      return value;
    } finally {
      this.#open.pop();
    }
  }
}
