import type { Span, Text } from "./doc.ts";
import { type Printable, quoted, whole } from "./escape.ts";
import type { Style } from "./palette.ts";
import { widthOf } from "./width.ts";

/** Text that is ready for the terminal, but for its colour. */
export interface Piece {
  readonly text: Printable;
  readonly style?: Style;
}

export type Line = readonly Piece[];

export function lineWidth(line: Line): number {
  return line.reduce((sum, piece) => sum + widthOf(piece.text), 0);
}

/** The text on one line, with all its spaces. */
export function onOneLine(text: Text): Line {
  return text.map(pieceOf);
}

function pieceOf(span: Span): Piece {
  const text = "words" in span ? whole(span.words) : quoted(span.data);
  return span.style === undefined ? { text } : { text, style: span.style };
}

interface Room {
  readonly first: number;
  readonly rest: number;
}

/** The text in lines no longer than that, except where one word or one command in backticks is longer by itself. */
export function wrap(text: Text, room: Room): readonly Line[] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  for (const word of wordsOf(text)) {
    const width = lineWidth(word);
    const limit = lines.length === 0 ? room.first : room.rest;
    if (used > 0 && used + 1 + width > limit) {
      lines.push(line);
      line = [];
      used = 0;
    }
    if (used > 0) line.push(spaceBetween(line, word));
    used += width + (used > 0 ? 1 : 0);
    line.push(...word);
  }
  lines.push(line);
  return lines;
}

/** A space between two words of one style has that style too. */
function spaceBetween(line: Line, word: Line): Piece {
  const before = line.at(-1)?.style;
  const space = whole(" ");
  return before !== undefined && before === word[0]?.style ? { text: space, style: before } : { text: space };
}

/** Runs of pieces without a space between them. Own words in backticks, or behind an arrow, are one word. */
function wordsOf(text: Text): readonly Line[] {
  const words: Piece[][] = [[]];
  for (const span of text) {
    const piece = pieceOf(span);
    for (const token of piece.text.match("words" in span ? ownTokens : dataTokens) ?? []) {
      if (token.trim() === "") words.push([]);
      else words.at(-1)?.push({ ...piece, text: whole(token) });
    }
  }
  return words.filter((word) => word.length > 0);
}

const ownTokens = /`[^`]*`|←.*|[^\s`]+|`|\s+/g;
const dataTokens = /\S+|\s+/g;
