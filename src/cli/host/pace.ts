/** What an interruption must wait for: a write whose answer is still under way. */
export interface Pace {
  unhurried<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing has to be waited for, or when it takes too long. */
  settled(): Promise<void>;
}

/** How long an interruption waits at most, in milliseconds. */
const longest = 6000;

export function pace(): Pace {
  const works = new Set<Promise<unknown>>();
  return {
    async unhurried(work) {
      const running = work();
      works.add(running);
      try {
        return await running;
      } finally {
        works.delete(running);
      }
    },
    async settled() {
      const limit = new Promise<void>((settle) => setTimeout(settle, longest).unref());
      await Promise.race([Promise.allSettled(works), limit]);
    },
  };
}
