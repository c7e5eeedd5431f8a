import type { Text } from "./doc.ts";
import { whole } from "./escape.ts";
import { type Line, lineWidth } from "./line.ts";
import { onOneLine, wrap } from "./wrap.ts";

/** As kubectl's printers set their tab writer: kubernetes/cli-runtime pkg/printers/tabwriter.go GetNewTabWriter. */
const padding = 3;
const leastWidth = 6;

/** A narrower column holds no name any longer. */
const narrowest = 14;

/**
 * Rows below their header, in columns as wide as their widest cell; the last column ends where its text ends.
 *
 * @param room columns of a terminal that the table has to fit, by wrapping the widest of its cells; none for a pipe
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly Text[])[],
  room?: number,
): readonly Line[] {
  const texts: readonly (readonly Text[])[] = [
    header.map((name) => [{ words: name.toUpperCase() }]),
    ...rows.map((row) => row.map((cell) => (cell.length === 0 ? [{ words: "<none>" }] : cell))),
  ];
  const widest = header.map((_, column) =>
    texts.reduce(
      (width, row) => Math.max(width, lineWidth(onOneLine(row[column] ?? []))),
      leastWidth - padding,
    ),
  );
  const widths = room === undefined ? widest : fitted(widest, room);
  return texts.flatMap((row) => rowLines(row, widths, widest));
}

/** The widest columns get narrower, one at a time, until all of them fit. */
function fitted(widest: readonly number[], room: number): readonly number[] {
  const widths = [...widest];
  const used = () => widths.reduce((sum, width) => sum + width + padding, -padding);
  while (used() > room) {
    const most = Math.max(...widths);
    if (most <= narrowest) break;
    widths[widths.indexOf(most)] = most - 1;
  }
  return widths;
}

/** One row: as many lines as its highest cell has. */
function rowLines(
  row: readonly Text[],
  widths: readonly number[],
  widest: readonly number[],
): readonly Line[] {
  const cells = row.map((text, column) => {
    const width = widths[column] ?? 0;
    return width < (widest[column] ?? 0) ? wrap(text, { first: width, rest: width }) : [onOneLine(text)];
  });
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells.flatMap((lines, column) => {
      const line = lines[at] ?? [];
      const isLast = column === cells.length - 1;
      return isLast ? line : [...line, filler((widths[column] ?? 0) + padding - lineWidth(line))];
    }),
  );
}

function filler(width: number) {
  return { text: whole(" ".repeat(Math.max(width, 1))) };
}
