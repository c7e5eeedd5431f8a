import Table from "cli-table3";
import { join } from "../kubernetes/index.ts";
import type { Text } from "./doc.ts";
import { widthOf } from "./line.ts";
import { onOneLine, wrap, wrapWithin } from "./wrap.ts";

/** As kubectl's printers set their tab writer: kubernetes/cli-runtime pkg/printers/tabwriter.go GetNewTabWriter. */
const padding = 3;
const leastWidth = 6;

/** A last column that is narrower than this is no place for a sentence: it gets lines of its own below its row. */
const sentence = 30;
const below = 4;

/** A narrower column holds no part of a name any longer. */
const narrowest = 12;

/**
 * Rows below their header, in columns as wide as their widest cell.
 *
 * @param room columns of a terminal that the table has to fit: long names and sentences are wrapped; none for a pipe
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly Text[])[],
  room?: number,
): readonly string[] {
  const texts: readonly (readonly Text[])[] = [
    header.map((name) => [{ words: name.toUpperCase() }]),
    ...rows.map((row) => row.map((cell) => (cell.length === 0 ? [{ words: "<none>" }] : cell))),
  ];
  const widths = header.map((_, column) =>
    texts.reduce(
      (width, row) => Math.max(width, widthOf(onOneLine(row[column] ?? []))),
      leastWidth - padding,
    ),
  );
  if (room === undefined || totalOf(widths) <= room) return texts.flatMap((row) => rowLines(row, widths));
  const left = room - totalOf(widths.slice(0, -1)) - padding;
  if (left >= sentence) return texts.flatMap((row) => rowLines(row, [...widths.slice(0, -1), left]));
  const count = leading(widths, room);
  const narrow = fitted(widths.slice(0, count), room);
  return texts.flatMap((row, at) => [
    ...rowLines(row.slice(0, count), narrow),
    ...(at === 0 ? [] : linesBelow(row.slice(count), room)),
  ]);
}

/** So many columns fit beside each other; at least two do, if need be with wrapped names. */
function leading(widths: readonly number[], room: number): number {
  let count = widths.length - 1;
  while (count > 2 && totalOf(widths.slice(0, count)) > room) count -= 1;
  return count;
}

/** What stands below a row: `will be deleted: a finished pod still uses the claim`. */
function linesBelow(cells: readonly Text[], room: number): readonly string[] {
  const width = room - below;
  return wrap(join(cells, ": "), { first: width, rest: width }).map((line) => " ".repeat(below) + line);
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

const frame = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid", "middle"],
];
const noFrame = Object.fromEntries(frame.map((part) => [part, ""]));

/**
 * A table of its own: cli-table3 compares each row of a table with all above it, which takes long for thousands. The cells
 * come filled up to their column. Were it told the widths, it would cut what it takes to be wider, and characters in half.
 * Most rows are one line: their cells stand beside each other as they come.
 */
function rowLines(row: readonly Text[], widths: readonly number[]): readonly string[] {
  const cells = row.map((text, column) => {
    const width = widths[column] ?? 0;
    return wrapWithin(text, width)
      .map((line) => line + " ".repeat(Math.max(0, width - widthOf(line)) + padding))
      .join("\n");
  });
  if (!cells.some((cell) => cell.includes("\n"))) return [cells.join("")];
  return drawn([cells], {
    chars: noFrame,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
}

/** Rows in a frame. What comes from data is escaped before it gets there, and quoted where it could pass for the frame. */
export function boxLines(
  head: string[],
  colAligns: ("left" | "right")[],
  rows: readonly (readonly Text[])[],
): readonly string[] {
  const cells = rows.map((row) => row.map(onOneLine));
  return drawn(cells, { head, colAligns, style: { head: [], border: [], compact: true } });
}

function drawn(
  cells: readonly (readonly string[])[],
  options: Table.TableConstructorOptions,
): readonly string[] {
  const table = new Table(options);
  table.push(...cells.map((row) => [...row]));
  return table.toString().split("\n");
}
