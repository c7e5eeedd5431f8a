import type { Outcome } from "../runner/rounds.ts";
import type { Counters } from "../runner/server.ts";

export interface Asked {
  readonly requests: number;
  readonly megabytes: number;
  /** At one time. */
  readonly peak: number;
}

export function askedOf({ kinds, peak }: Counters): Asked {
  const all = Object.values(kinds);
  return {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    megabytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    peak,
  };
}

export function requestsTold(outcomes: readonly Outcome[]): string {
  return outcomes
    .map(({ variant, counters }) => {
      if (counters === undefined) return "";
      const { requests, megabytes, peak } = askedOf(counters);
      return `${variant.name}: ${requests} requests, ${megabytes.toFixed(1)} MB, at most ${peak} at one time\n`;
    })
    .join("");
}
