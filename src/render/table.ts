import type { Text } from "./doc.ts";
import { partsOf, whole } from "./escape.ts";
import { type Line, lineWidth, type Piece } from "./line.ts";
import { widthOf } from "./width.ts";
import { onOneLine, wrap } from "./wrap.ts";

/** As kubectl's printers set their tab writer: kubernetes/cli-runtime pkg/printers/tabwriter.go GetNewTabWriter. */
const padding = 3;
const leastWidth = 6;

/** A last column that is narrower than this is no place for a sentence: it gets lines of its own below its row. */
const sentence = 30;
const below = 4;

/** A narrower column holds no part of a name any longer. */
const narrowest = 12;

/**
 * Rows below their header, in columns as wide as their widest cell; the last column ends where its text ends.
 *
 * @param room columns of a terminal that the table has to fit: long names and sentences are wrapped; none for a pipe
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
  const widths = header.map((_, column) =>
    texts.reduce(
      (width, row) => Math.max(width, lineWidth(onOneLine(row[column] ?? []))),
      leastWidth - padding,
    ),
  );
  if (room === undefined || totalOf(widths) <= room) return texts.flatMap((row) => rowLines(row, widths));
  const left = room - totalOf(widths.slice(0, -1)) - padding;
  if (left >= sentence) return texts.flatMap((row) => rowLines(row, [...widths.slice(0, -1), left]));
  const count = leading(widths, room);
  const narrow = fitted(widths.slice(0, count), room);
  const [first = [], ...others] = texts;
  return [
    ...rowLines(first.slice(0, count), narrow),
    ...others.flatMap((row) => [
      ...rowLines(row.slice(0, count), narrow),
      ...wrap(inOne(row.slice(count)), { first: room - below, rest: room - below }).map((line) => [
        filler(below),
        ...line,
      ]),
    ]),
  ];
}

/** So many columns fit beside each other; at least two do, if need be with wrapped names. */
function leading(widths: readonly number[], room: number): number {
  let count = widths.length - 1;
  while (count > 2 && totalOf(widths.slice(0, count)) > room) count -= 1;
  return count;
}

/** What stands below a row, on one line: `will be deleted: a finished pod still uses the claim`. */
function inOne(cells: readonly Text[]): Text {
  return cells.flatMap((cell, at) => (at === 0 ? cell : [{ words: ": " }, ...cell]));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + padding, -padding);
}

/** The widest columns get narrower, one column at a time, until all of them fit. */
function fitted(widest: readonly number[], room: number): readonly number[] {
  const widths = [...widest];
  while (totalOf(widths) > room && Math.max(...widths) > narrowest) {
    const most = Math.max(...widths);
    widths[widths.indexOf(most)] = most - 1;
  }
  return widths;
}

/** One row: as many lines as its highest cell has. */
function rowLines(row: readonly Text[], widths: readonly number[]): readonly Line[] {
  const cells = row.map((text, column) => cellLines(text, widths[column] ?? 0));
  const height = Math.max(0, ...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells.flatMap((lines, column) => {
      const line = lines[at] ?? [];
      const isLast = column === cells.length - 1;
      return isLast ? line : [...line, filler((widths[column] ?? 0) + padding - lineWidth(line))];
    }),
  );
}

function cellLines(text: Text, width: number): readonly Line[] {
  const line = onOneLine(text);
  if (lineWidth(line) <= width) return [line];
  return wrap(text, { first: width, rest: width }).flatMap((each) => broken(each, width));
}

/** A name that is longer than its column goes on in the next line. */
function broken(line: Line, width: number): readonly Line[] {
  if (lineWidth(line) <= width) return [line];
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const piece of line.flatMap(charactersOf)) {
    const wide = widthOf(piece.text);
    if (used + wide > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(piece);
    used += wide;
  }
  return lines;
}

function charactersOf({ text, style }: Piece): readonly Piece[] {
  return partsOf(text, /\P{M}\p{M}*/gu).map((part) =>
    style === undefined ? { text: part } : { text: part, style },
  );
}

function filler(width: number): Piece {
  return { text: whole(" ".repeat(Math.max(width, 0))) };
}
