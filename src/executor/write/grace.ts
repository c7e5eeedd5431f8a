import type { ExecutorEdge } from "../edge.ts";

/** Does something with a signal that fires some time after the person interrupted, and not before. */
export async function withGrace<T>(
  { sleep, signal }: Pick<ExecutorEdge, "sleep" | "signal">,
  milliseconds: number,
  work: (grace: AbortSignal) => Promise<T>,
): Promise<T> {
  const [over, ended] = [new AbortController(), new AbortController()];
  const begin = () => void sleep(milliseconds, ended.signal).then(() => over.abort());
  if (signal?.aborted === true) begin();
  signal?.addEventListener("abort", begin, { once: true });
  try {
    return await work(over.signal);
  } finally {
    signal?.removeEventListener("abort", begin);
    ended.abort();
  }
}
