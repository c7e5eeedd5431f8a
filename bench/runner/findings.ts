import type { Expected } from "../generator/item.ts";

interface Reported {
  readonly findings: readonly {
    readonly code: string;
    readonly object: { readonly kind: string; readonly namespace?: string; readonly name: string };
  }[];
}

/** What a report in JSON has too much or too little. */
export function differences(report: string, expected: readonly Expected[]): readonly string[] {
  const { findings } = JSON.parse(report) as Reported;
  const found = findings.map(({ code, object }) => lineOf({ code, ...object }));
  const wanted = expected.map(lineOf);
  return [
    ...without(wanted, found).map((line) => `not found: ${line}`),
    ...without(found, wanted).map((line) => `not expected: ${line}`),
  ];
}

function lineOf({ code, kind, namespace, name }: Expected): string {
  return `${code} ${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

/** Those that are left when each of the others has taken one like it. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
