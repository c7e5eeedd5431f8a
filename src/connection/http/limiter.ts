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

/** Room in memory that answers share while they are unpacked: so many bytes for all of them together. */
export interface Room {
  readonly size: number;
  /** Waits until there is room for so many bytes, at most as many as there are in all. Who comes first is served first. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function room(size: number): Room {
  const waiting: { readonly bytes: number; readonly come: () => void }[] = [];
  let left = size;

  function serve(): void {
    for (let next = waiting[0]; next !== undefined && next.bytes <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.bytes;
      next.come();
    }
  }

  return {
    size,
    take(bytes) {
      const turn = new Promise<void>((come) => waiting.push({ bytes, come }));
      serve();
      return turn;
    },
    give(bytes) {
      left += bytes;
      serve();
    },
  };
}
