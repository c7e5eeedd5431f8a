import type { Outcome } from "../runner/rounds.ts";
import type { Counters } from "../runner/server.ts";

interface Asked {
  readonly requests: number;
  readonly megabytes: number;
  /** Open at one time. */
  readonly connections: number;
}

export function askedOf({ kinds, connections }: Counters): Asked {
  const all = Object.values(kinds);
  return {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    megabytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    connections,
  };
}

export function requestsTold(outcomes: readonly Outcome[]): string {
  return outcomes
    .map(({ variant, counters }) => {
      if (counters === undefined) return "";
      const { requests, megabytes, connections } = askedOf(counters);
      return `${variant.name}: ${requests} requests, ${megabytes.toFixed(1)} MB, ${connections} connections at most\n`;
    })
    .join("");
}
