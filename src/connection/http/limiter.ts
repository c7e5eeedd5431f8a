export interface Limiter {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** From now on half as many at a time, and at least one. */
  halve(): void;
}

/** Lets so many run at a time, the others in the order in which they came. */
export function limiter(places: number): Limiter {
  let allowed = Math.max(1, places);
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < allowed) {
      running++;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    running--;
    if (running >= allowed) return;
    const next = waiting.shift();
    if (next === undefined) return;
    running++;
    next();
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    halve() {
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
  };
}
