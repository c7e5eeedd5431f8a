import { type Finding, nameKey } from "../../model/index.ts";
import { whole } from "../escape.ts";
import type { ReportView, SumView } from "./report-schema.ts";

/** What the objects of the findings take up, by rule, storage class and namespace. */
export function byteTotals(findings: readonly Finding[]): ReportView["totals"]["bytes"] {
  return {
    byCode: sumsBy(findings, ({ code }) => code),
    byStorageClass: sumsBy(findings, ({ storageClass }) => storageClass ?? ""),
    byNamespace: sumsBy(findings, ({ subject }) => subject.namespace ?? ""),
  };
}

/** Each object counts once in each sum, also when several rules found it. */
function sumsBy(findings: readonly Finding[], keyOf: (finding: Finding) => string): readonly SumView[] {
  const sums = new Map<string, Map<string, number>>();
  for (const finding of findings) {
    if (finding.bytes === undefined) continue;
    const sum = sums.get(keyOf(finding)) ?? new Map<string, number>();
    sum.set(nameKey(finding.subject), finding.bytes);
    sums.set(keyOf(finding), sum);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([of, objects]) => ({
      of: whole(of),
      objects: objects.size,
      bytes: [...objects.values()].reduce((all, bytes) => all + bytes, 0),
    }));
}
