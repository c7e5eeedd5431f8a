import { bytesOfAll, type Finding, nameKey, type Report } from "../../model/index.ts";
import { grouped } from "../group.ts";

/** How findings can be grouped for a sum. */
export const divisions = {
  code: ({ code }) => code,
  storageClass: ({ storageClass }) => storageClass ?? "",
  namespace: ({ subject }) => subject.namespace ?? "",
} as const satisfies Record<string, (finding: Finding) => string>;

type Division = (finding: Finding) => string;

/** The total for one rule, storage class or namespace. */
export interface Sum {
  readonly of: string;
  readonly objects: number;
  readonly bytes: number;
}

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
export function sumOf({ of, findings }: Share): Sum {
  const objects = new Set(findings.map(({ subject }) => nameKey(subject)));
  return { of, objects: objects.size, bytes: bytesOfAll(findings) };
}

export function sumsBy(division: Division): (report: Pick<Report, "findings">) => readonly Sum[] {
  return ({ findings }) =>
    [...sharesBy(findings, division)].sort((a, b) => (a.of < b.of ? -1 : 1)).map(sumOf);
}
