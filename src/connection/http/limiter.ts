/** `next`: before all that wait for `last`, for what holds up others. */
export type Turn = "next" | "last";

export interface Limiter {
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
  /** From now on half as many at a time, and at least one. */
  halve(): void;
}

/** Lets so many run at a time, the others in the order in which they came, each kind of turn apart. */
export function limiter(places: number): Limiter {
  let allowed = Math.max(1, places);
  let running = 0;
  const waiting: { readonly [T in Turn]: (() => void)[] } = { next: [], last: [] };

  function admit(): void {
    while (running < allowed) {
      const next = waiting.next.shift() ?? waiting.last.shift();
      if (next === undefined) return;
      running++;
      next();
    }
  }

  return {
    async run(work, turn = "last") {
      if (running < allowed) running++;
      else await new Promise<void>((resolve) => waiting[turn].push(resolve));
      try {
        return await work();
      } finally {
        running--;
        admit();
      }
    },
    halve() {
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
  };
}
