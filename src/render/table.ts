import type { Text } from "./doc.ts";
import { whole } from "./escape.ts";
import { type Line, lineWidth } from "./line.ts";
import { onOneLine } from "./wrap.ts";

/** As kubectl's printers set their tab writer: kubernetes/cli-runtime pkg/printers/tabwriter.go GetNewTabWriter. */
const padding = 3;
const leastWidth = 6;

/** Rows below their header, in columns as wide as their widest cell; the last column ends where its text ends. */
export function tableLines(header: readonly string[], rows: readonly (readonly Text[])[]): readonly Line[] {
  const cells = [header.map((name) => [{ words: name.toUpperCase() }]), ...rows].map((row) =>
    row.map((cell) => onOneLine(cell.length === 0 ? [{ words: "<none>" }] : cell)),
  );
  const widths = header.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, lineWidth(row[column] ?? []) + padding), leastWidth),
  );
  return cells.map((row) =>
    row.flatMap((cell, column) =>
      column === row.length - 1 ? cell : [...cell, filler((widths[column] ?? 0) - lineWidth(cell))],
    ),
  );
}

function filler(width: number) {
  return { text: whole(" ".repeat(width)) };
}
