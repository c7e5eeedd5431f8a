/** `next`: before all that wait for `last`, for what holds up others. */
export type Turn = "next" | "last";

export interface Limiter {
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
  /** From now on half as many at a time, and at least one. */
  halve(): void;
  /** How many run at a time now, at most. */
  readonly places: number;
  /**
   * Leaves some places, and all but one at most, to work that counts for itself what runs there. It comes before all that
   * waits, one loan at a time. When the places are halved, so are those.
   */
  lend<T>(wished: number, work: (places: number) => Promise<T>): Promise<T>;
}

interface Borrower {
  readonly wished: number;
  begin(places: number): void;
}

/** Lets so many run at a time, the others in the order in which they came, each kind of turn apart. */
export function limiter(places: number): Limiter {
  let allowed = Math.max(1, places);
  let running = 0;
  /** Of those that run, the places that are lent. */
  let lent = 0;
  const waiting: { readonly [T in Turn]: (() => void)[] } = { next: [], last: [] };
  const borrowers: Borrower[] = [];

  function entered(): boolean {
    const mayEnter = running < allowed && borrowers.length === 0;
    if (mayEnter) running++;
    return mayEnter;
  }

  function leave(count: number): void {
    running -= count;
    admit();
  }

  function admit(): void {
    const [borrower] = borrowers;
    if (borrower !== undefined) {
      const granted = Math.min(borrower.wished, Math.max(1, allowed - 1));
      if (lent > 0 || running + granted > allowed) return;
      borrowers.shift();
      running += granted;
      lent = granted;
      borrower.begin(granted);
    }
    while (running < allowed && borrowers.length === 0) {
      const next = waiting.next.shift() ?? waiting.last.shift();
      if (next === undefined) return;
      running++;
      next();
    }
  }

  return {
    get places() {
      return allowed;
    },
    async run(work, turn = "last") {
      if (!entered()) await new Promise<void>((resolve) => waiting[turn].push(resolve));
      try {
        return await work();
      } finally {
        leave(1);
      }
    },
    halve() {
      allowed = Math.max(1, Math.floor(allowed / 2));
      if (lent === 0) return;
      const before = lent;
      lent = Math.max(1, Math.floor(lent / 2));
      leave(before - lent);
    },
    async lend(wished, work) {
      const granted = await new Promise<number>((begin) => {
        borrowers.push({ wished, begin });
        admit();
      });
      try {
        return await work(granted);
      } finally {
        const left = lent;
        lent = 0;
        leave(left);
      }
    },
  };
}
