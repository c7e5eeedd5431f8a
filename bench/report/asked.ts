import type { AuditResult } from "../scenes/audit.ts";
import { askedOf } from "./requests.ts";
import { markdown } from "./table.ts";

/** What each command asks of the server. */
export function askedTold(results: readonly AuditResult[]): string {
  const header = ["pods", "", "requests", "MB", "connections", "lists of all Events", "writes"];
  const lines = results.flatMap(({ pods, outcomes }) =>
    outcomes.flatMap(({ variant, counters }) => {
      if (counters === undefined) return [];
      const { requests, megabytes, connections } = askedOf(counters);
      const count = (name: string) => String(counters.kinds[name]?.requests ?? 0);
      return [
        [
          pods.toLocaleString("en"),
          variant.name,
          String(requests),
          megabytes.toFixed(1),
          String(connections),
          count("v1/events"),
          count("writes"),
        ],
      ];
    }),
  );
  return markdown(header, lines);
}
