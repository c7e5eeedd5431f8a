import Table from "cli-table3";
import type { Text } from "./doc.ts";
import { whole } from "./escape.ts";
import type { Line } from "./line.ts";
import { onOneLine } from "./wrap.ts";

interface BoxColumn {
  readonly name: string;
  readonly align: "left" | "right";
}

/** Rows in a frame. What comes from data is escaped before it gets there, and quoted where it could pass for the frame. */
export function boxLines(columns: readonly BoxColumn[], rows: readonly (readonly Text[])[]): readonly Line[] {
  const table = new Table({
    head: columns.map(({ name }) => name),
    colAligns: columns.map(({ align }) => align),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => row.map(cellText)));
  return table
    .toString()
    .split("\n")
    .map((line) => [{ text: whole(line) }]);
}

function cellText(text: Text): string {
  return onOneLine(text)
    .map((piece) => piece.text)
    .join("");
}
