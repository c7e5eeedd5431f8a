import { bytesOfAll, type Finding, nameKey } from "../../model/index.ts";
import { whole } from "../escape.ts";
import { grouped } from "../group.ts";
import type { ReportView, SumView } from "./report-schema.ts";

/** What the objects of the findings take up, by rule, storage class and namespace. */
export function byteTotals(findings: readonly Finding[]): ReportView["totals"]["bytes"] {
  return {
    byCode: sumsBy(findings, ({ code }) => code),
    byStorageClass: sumsBy(findings, ({ storageClass }) => storageClass ?? ""),
    byNamespace: sumsBy(findings, ({ subject }) => subject.namespace ?? ""),
  };
}

/** Each object and each disk counts once in each sum, also when several rules found it. */
function sumsBy(findings: readonly Finding[], keyOf: (finding: Finding) => string): readonly SumView[] {
  const sized = findings.filter(({ disks }) => disks !== undefined);
  return grouped(sized, keyOf)
    .map((group) => ({
      of: group.map(keyOf)[0] ?? "",
      objects: new Set(group.map(({ subject }) => nameKey(subject))).size,
      bytes: bytesOfAll(group),
    }))
    .sort((a, b) => (a.of < b.of ? -1 : 1))
    .map((sum) => ({ ...sum, of: whole(sum.of) }));
}
