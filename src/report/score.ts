import type { AuditReport, Troubles } from "./audit-report.ts";

export interface Score extends Troubles {
  /** From 0 to 100; absent where not everything was checked: what was not seen could lower it. */
  readonly value?: number;
  /** Objects that are too new to be checked, and do not count yet. */
  readonly notYet: number;
}

/** What is left of the score after one cause. */
const afterError = 0.9;
const afterWarning = 0.98;

/** docs/score.md has the formula. `undefined` where the audit was narrowed to some rules or objects. */
export function scoreOf(report: AuditReport): Score | undefined {
  const { troubles, silenced, skipped, recentDeletions, recentWaits = [] } = report;
  if (troubles === undefined) return undefined;
  const waits = recentWaits.reduce((sum, { count }) => sum + count, 0);
  const counted = { ...troubles, notYet: (recentDeletions?.objects.length ?? 0) + waits };
  if (silenced.length > 0 || skipped.length > 0) return counted;
  const value = Math.floor(100 * afterError ** troubles.errors * afterWarning ** troubles.warnings);
  return { ...counted, value };
}
