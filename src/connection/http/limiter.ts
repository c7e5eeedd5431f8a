/** `next`: before all that wait for `last`, for what holds up others. */
export type Turn = "next" | "last";

/** So much of something that many share. */
export interface Room {
  readonly size: number;
  /** Waits until there is so much, at most as much as there is in all. Who comes first is served first, each kind of turn apart. */
  take(amount: number, turn?: Turn): Promise<void>;
  give(amount: number): void;
}

interface Waiting {
  readonly amount: number;
  readonly come: () => void;
}

export function room(size: number): Room {
  const waiting: { readonly [T in Turn]: Waiting[] } = { next: [], last: [] };
  let left = size;

  function serve(): void {
    for (;;) {
      const queue = waiting.next.length > 0 ? waiting.next : waiting.last;
      const first = queue[0];
      if (first === undefined || first.amount > left) return;
      queue.shift();
      left -= first.amount;
      first.come();
    }
  }

  function give(amount: number): void {
    left += amount;
    serve();
  }

  return {
    size,
    take(amount, turn = "last") {
      const taken = new Promise<void>((come) => waiting[turn].push({ amount, come }));
      serve();
      return taken;
    },
    give,
  };
}

interface Limiter {
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
  /** From now on half as many at a time, and at least one. */
  halve(): void;
}

/** Lets so many run at a time. */
export function limiter(places: number): Limiter {
  let allowed = Math.max(1, places);
  const { take, give } = room(allowed);
  return {
    async run(work, turn) {
      await take(1, turn);
      try {
        return await work();
      } finally {
        give(1);
      }
    },
    halve() {
      const fewer = Math.max(1, Math.floor(allowed / 2));
      give(fewer - allowed);
      allowed = fewer;
    },
  };
}
