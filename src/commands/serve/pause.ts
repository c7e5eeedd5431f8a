/** What the pause until the next audit depends on. Times are milliseconds. */
interface Ended {
  /** How many audits in a row have failed. */
  readonly failures: number;
  /** How long the last one took. */
  readonly took: number;
  readonly interval: number;
}

/** The first pause after a failure, in milliseconds. */
const first = 10_000;

/**
 * Audits begin one interval after another, with a quarter of it between them at least. After a failure the server is asked
 * sooner, then less and less often: up to two intervals, half as much more or less by chance, so that not all clients of a
 * server that comes back ask it at once.
 */
export function pauseAfter({ failures, took, interval }: Ended, random: () => number): number {
  if (failures === 0) return Math.max(interval - took, interval / 4);
  const usual = Math.min(Math.min(first, interval) * 2 ** (failures - 1), 2 * interval);
  return usual * (0.5 + random());
}
