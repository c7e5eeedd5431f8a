import { bytesOfAll, type Finding, nameKey } from "../../model/index.ts";
import { whole } from "../escape.ts";
import { grouped } from "../group.ts";
import type { ReportView, SumView } from "./report-schema.ts";

/** How findings can be grouped for a sum. */
export const divisions = {
  code: ({ code }) => code,
  storageClass: ({ storageClass }) => storageClass ?? "",
  namespace: ({ subject }) => subject.namespace ?? "",
} as const satisfies Record<string, (finding: Finding) => string>;

type Division = (finding: Finding) => string;

/** Findings of objects that have a size. */
export interface Share {
  readonly of: string;
  readonly findings: readonly Finding[];
}

export function sharesBy(findings: readonly Finding[], division: Division): readonly Share[] {
  const sized = findings.filter(({ disks }) => disks !== undefined);
  return grouped(sized, division).map((share) => ({ of: share.map(division)[0] ?? "", findings: share }));
}

/** Each object and each disk counts once, even if several rules found it. */
export function sumOf(findings: readonly Finding[]): Omit<SumView, "of"> {
  return {
    objects: new Set(findings.map(({ subject }) => nameKey(subject))).size,
    bytes: bytesOfAll(findings),
  };
}

/** The total size of the objects with findings, by rule, storage class and namespace. */
export function byteTotals(findings: readonly Finding[]): ReportView["totals"]["bytes"] {
  return {
    byCode: sumsBy(findings, divisions.code),
    byStorageClass: sumsBy(findings, divisions.storageClass),
    byNamespace: sumsBy(findings, divisions.namespace),
  };
}

function sumsBy(findings: readonly Finding[], division: Division): readonly SumView[] {
  return [...sharesBy(findings, division)]
    .sort((a, b) => (a.of < b.of ? -1 : 1))
    .map((share) => ({ of: whole(share.of), ...sumOf(share.findings) }));
}
