import { setTimeout as sleep } from "node:timers/promises";

/** Asks until the answer is not `undefined`. Controllers act when they get to it. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  for (const end = performance.now() + seconds * 1000; ; await sleep(100)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
  }
}

/** The answer, as soon as it is as wanted. */
export async function when<T>(
  what: string,
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  seconds = 30,
): Promise<T> {
  const { answer } = await eventually(
    what,
    async () => {
      const answer = await ask();
      return wanted(answer) ? { answer } : undefined;
    },
    seconds,
  );
  return answer;
}

export async function gone(what: string, ask: () => Promise<unknown>, seconds = 30): Promise<void> {
  await when(`${what} is gone`, ask, (answer) => answer === undefined, seconds);
}

/** Fails as soon as the answer is false. A controller that would act wrongly has that long to do so. */
export async function holdsFor(what: string, seconds: number, ask: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
    if (!(await ask())) throw new Error(`did not stay so: ${what}`);
  }
}
