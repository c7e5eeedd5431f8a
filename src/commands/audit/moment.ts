import { instant } from "../../model/index.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * The end of what `2027-01-31` or `2027-01-31T12:00:00Z` names, in milliseconds since the epoch: a day counts to its
 * end, in UTC. `undefined` for anything else.
 */
export function endOf(text: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const start = instant(`${text}T00:00:00Z`);
    // JavaScript takes the 31st of a shorter month for a day of the next.
    const isReal = start !== undefined && new Date(start).toISOString().startsWith(text);
    return isReal ? start + day : undefined;
  }
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? instant(text) : undefined;
}
