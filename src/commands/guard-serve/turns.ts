/** Lets only so many work at once, and refuses who would have to wait too long. */
interface Turns {
  /** Throws if too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T>;
  running(): number;
  waiting(): number;
}

export function inTurns(most: number, waitingMost: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    running: () => running,
    waiting: () => waiting.length,
    async take(work) {
      if (running >= most) {
        if (waiting.length >= waitingMost) throw new Error("too many requests at once");
        await new Promise<void>((settle) => waiting.push(settle));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
