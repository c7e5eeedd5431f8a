import type { Span, Text } from "./doc.ts";
import { type Printable, partsOf, readable, whole } from "./escape.ts";
import { type Line, lineWidth, type Piece } from "./line.ts";
import type { Style } from "./palette.ts";

/** The text on one line, with all its spaces. */
export function onOneLine(text: Text): Line {
  return text.map((span) => inStyle(span, "words" in span ? whole(span.words) : readable(span.data).text));
}

function inStyle({ style }: { readonly style?: Style }, text: Printable): Piece {
  return style === undefined ? { text } : { text, style };
}

interface Room {
  readonly first: number;
  readonly rest: number;
}

/**
 * The text in lines no longer than that, except where one word or one command in backticks is longer by itself. A line
 * that begins in the middle of quoted data says so, and can pass for nothing else.
 */
export function wrap(text: Text, room: Room): readonly Line[] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const { pieces, gap, isInsideQuotes } of wordsOf(text)) {
    const width = lineWidth(pieces);
    const isFull = used > 0 && used + gap.length + width > (lines.length === 1 ? room.first : room.rest);
    const lead = isFull ? (isInsideQuotes ? "…" : "") : used > 0 ? gap : "";
    if (isFull) lines.push([]);
    const line = lines.at(-1) ?? [];
    for (const piece of [...leading(lead, line.at(-1), pieces), ...pieces]) line.push(piece);
    used = (isFull ? 0 : used) + lead.length + width;
  }
  return lines;
}

/** What stands before a word. Between two words of one style it has that style too. */
function leading(lead: string, before: Piece | undefined, [first]: Line): readonly Piece[] {
  if (lead === "") return [];
  const text = whole(lead);
  return [before !== undefined && before.style === first?.style ? inStyle(before, text) : { text }];
}

interface Word {
  readonly pieces: Line;
  /** What parts it from the word before, when both are on one line. */
  readonly gap: " " | "";
  readonly isInsideQuotes: boolean;
}

/** Runs of tokens without a space between them. Quoted data may be parted anywhere. */
function wordsOf(text: Text): readonly Word[] {
  const words: { pieces: Piece[]; gap: " " | ""; isInsideQuotes: boolean }[] = [];
  let before: Token | undefined;
  for (const token of text.flatMap(tokensOf)) {
    const { isInsideQuotes } = token;
    const isNew = before === undefined || isSpace(before) || isInsideQuotes;
    if (!isSpace(token) && isNew)
      words.push({ pieces: [token], gap: before && !isSpace(before) ? "" : " ", isInsideQuotes });
    else if (!isSpace(token)) words.at(-1)?.pieces.push(token);
    before = token;
  }
  return words;
}

/** What is not parted, or the space between. */
type Token = Piece & { readonly isInsideQuotes: boolean };

const isSpace = ({ text }: Piece) => text.trim() === "";

function tokensOf(span: Span): readonly Token[] {
  const { text, isQuoted } =
    "data" in span ? readable(span.data) : { text: whole(span.words), isQuoted: false };
  const pattern = "words" in span ? ownTokens : isQuoted ? quotedTokens : dataTokens;
  return partsOf(text, pattern).map((token, position) => ({
    ...inStyle(span, token),
    isInsideQuotes: isQuoted && position > 0,
  }));
}

/** Own words in backticks, or behind an arrow, are one token. */
const ownTokens = /`[^`]*`|\u2190.*|[^\s`]+|`|\s+/g;
const dataTokens = /\S+|\s+/g;
/** No part begins with a mark: on its own it would be spelled out, and take more room. */
const quotedTokens = /\S{1,16}\p{M}*|\s+/gu;
