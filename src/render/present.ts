import type { Report } from "../report/index.ts";
import type { Block, Text, Tree } from "./doc.ts";
import { undressed, widthOf, withoutTrailingSpace } from "./line.ts";
import type { Renderer, RenderOptions } from "./renderer.ts";
import { tableLines } from "./table.ts";
import { onOneLine, wrap } from "./wrap.ts";

/** A narrower column cannot hold a sentence. */
const leastWidth = 40;

/** The document as text, each line ended. */
export function present(
  document: readonly Block[],
  { width, color, tables }: Pick<RenderOptions, "width" | "color" | "tables">,
): string {
  return linesOf(document, Math.max(width, leastWidth), tables)
    .map((line) => `${withoutTrailingSpace(color ? line : undressed(line))}\n`)
    .join("");
}

/** A format for people. */
export function forPeople<T = Report>(
  name: string,
  summary: string,
  document: (content: T, options: RenderOptions) => readonly Block[],
): Renderer<T> {
  return { name, summary, render: (content, options) => present(document(content, options), options) };
}

/** How many lines it takes on a terminal, which breaks those that are longer than it is wide. */
export function heightOf(document: readonly Block[], { width }: Pick<RenderOptions, "width">): number {
  return linesOf(document, Math.max(width, leastWidth)).reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)),
    0,
  );
}

type Tables = RenderOptions["tables"];

function linesOf(blocks: readonly Block[], width: number, tables?: Tables): readonly string[] {
  return blocks.flatMap((block) => blockLines(block, width, tables));
}

function blockLines(block: Block, width: number, tables: Tables): readonly string[] {
  switch (block.block) {
    case "paragraph": {
      const lines = wrap(block.text, { first: width, rest: width - block.hanging });
      return behind(lines, "", spaces(block.hanging));
    }
    case "labelled":
      return labelledLines(block.text, block.label, width);
    case "verbatim":
      return [onOneLine(block.text)];
    case "item": {
      const marker = onOneLine(block.marker);
      const taken = widthOf(marker);
      return behind(linesOf(block.content, width - taken, tables), marker, spaces(taken));
    }
    case "tree":
      return treeLines(block.root, width);
    case "table":
      return tableLines(block.header, block.rows, tables === undefined ? undefined : width).slice(
        block.headers === "hidden" ? 1 : 0,
      );
    case "drawn":
      return block.lines;
    case "blank":
      return [""];
  }
}

/** Between a text and the label at its right, and before the lines below. */
const gap = 2;

function labelledLines(text: Text, labelText: Text, width: number): readonly string[] {
  const label = onOneLine(labelText);
  const room = width - widthOf(label) - gap;
  const [head = "", ...below] = wrap(text, { first: room, rest: width - gap });
  const between = Math.max(width - widthOf(head) - widthOf(label), gap);
  return [head + spaces(between) + label, ...behind(below, spaces(gap), spaces(gap))];
}

/** The lines, each behind a prefix: one for the first, one for the rest. */
function behind(lines: readonly string[], first: string, rest: string): readonly string[] {
  return lines.map((line, position) => (position === 0 ? first : rest) + line);
}

function treeLines(tree: Tree, width: number): readonly string[] {
  const isParent = tree.children.length > 0;
  const content = linesOf(tree.content, isParent ? width - 3 : width);
  const children = tree.children.flatMap((child, position) => {
    const isLast = position === tree.children.length - 1;
    return behind(treeLines(child, width - 3), isLast ? "└─ " : "├─ ", isLast ? "   " : "│  ");
  });
  // What belongs to a node stands beside the line that leads on to its children.
  return [...behind(content, "", isParent ? "│  " : ""), ...children];
}

function spaces(count: number): string {
  return " ".repeat(count);
}
