import { humanDuration, inOrder, nameKey } from "../kubernetes/index.ts";
import type { Finding, Report } from "../report/index.ts";
import { bytesOfAll } from "../report/index.ts";
import { grouped } from "./group.ts";

/** From one RFC 3339 time to another; `<unknown>` when one of them is no time. */
export function ageBetween(since: string | undefined, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(since ?? "")) / 1000;
  return Number.isFinite(seconds) ? humanDuration(Math.trunc(seconds)) : "<unknown>";
}

/** A whole number with commas: `1,048,576`. */
export function thousands(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

const gibibyte = 1024 ** 3;

/** Bytes in GiB with one decimal at most, as people compare disks: `0.5`, `120`, `1,536`. */
export function gibibytes(bytes: number): string {
  const tenths = Math.round((bytes / gibibyte) * 10);
  if (tenths === 0 && bytes > 0) return "<0.1";
  const rest = tenths % 10;
  return thousands(Math.floor(tenths / 10)) + (rest === 0 ? "" : `.${rest}`);
}

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
  return grouped(sized, division).map((share) => ({ of: division(share[0]), findings: share }));
}

/** Each object and each disk counts once, even if several rules found it. */
export function sumOf({ of, findings }: Share): Sum {
  const objects = new Set(findings.map(({ subject }) => nameKey(subject)));
  return { of, objects: objects.size, bytes: bytesOfAll(findings) };
}

export function sumsBy(division: Division): (report: Pick<Report, "findings">) => readonly Sum[] {
  return ({ findings }) => [...sharesBy(findings, division)].sort((a, b) => inOrder(a.of, b.of)).map(sumOf);
}
