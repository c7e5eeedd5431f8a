import type { Span, Text } from "./doc.ts";
import { partsOf, readable, whole } from "./escape.ts";
import type { Piece } from "./line.ts";
import { dressed, widthOf } from "./line.ts";

/** The text on one line, with all its spaces. */
export function onOneLine(text: Text): string {
  return dressed(
    text.map(({ style, ...part }) => ({
      style,
      text: "words" in part ? whole(part.words) : readable(part.data).text,
    })),
  );
}

interface Room {
  readonly first: number;
  readonly rest: number;
}

/**
 * The text in lines no longer than that, except where one word or one command in backticks is longer by itself. A line
 * that begins in the middle of quoted data says so, and can pass for nothing else.
 */
export function wrap(text: Text, room: Room): readonly string[] {
  return wrapped(text, room).map(dressed);
}

/** The same in a column of a table: a name that is longer than it goes on in the next line. */
export function wrapWithin(text: Text, width: number): readonly string[] {
  const line = onOneLine(text);
  if (widthOf(line) <= width) return [line];
  return wrapped(text, { first: width, rest: width })
    .flatMap((each) => broken(each, width))
    .map(dressed);
}

/** Before each line that begins in the middle of quoted data. */
const quoteMark = "> ";

function wrapped(text: Text, room: Room): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const { pieces, gap, isInsideQuotes } of wordsOf(text, room)) {
    const width = piecesWidth(pieces);
    const isFull = used > 0 && used + gap.length + width > (lines.length === 1 ? room.first : room.rest);
    const lead = isFull ? (isInsideQuotes ? quoteMark : "") : used > 0 ? gap : "";
    if (isFull) lines.push([]);
    const line = lines.at(-1) ?? [];
    for (const piece of [...leading(lead, line.at(-1), pieces), ...pieces]) line.push(piece);
    used = (isFull ? 0 : used) + lead.length + width;
  }
  return lines;
}

/** What stands before a word. Between two words of one style it has that style too. */
function leading(lead: string, before: Piece | undefined, [first]: readonly Piece[]): readonly Piece[] {
  if (lead === "") return [];
  return [{ text: whole(lead), style: before?.style === first?.style ? before?.style : undefined }];
}

function broken(line: readonly Piece[], width: number): readonly (readonly Piece[])[] {
  if (piecesWidth(line) <= width) return [line];
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
  return partsOf(text, /\P{M}\p{M}*/gu).map((part) => ({ text: part, style }));
}

function piecesWidth(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + widthOf(text), 0);
}

interface Word {
  readonly pieces: readonly Piece[];
  /** What parts it from the word before, when both are on one line. */
  readonly gap: " " | "";
  readonly isInsideQuotes: boolean;
}

/** Runs of tokens without a space between them. A word of quoted data that is longer than a line may be parted anywhere. */
function wordsOf(text: Text, room: Room): readonly Word[] {
  const words: { pieces: Piece[]; gap: " " | ""; isInsideQuotes: boolean }[] = [];
  let before: Token | undefined;
  const mostInOne = Math.min(room.first, room.rest) - quoteMark.length;
  for (const token of text.flatMap((span) => tokensOf(span, mostInOne))) {
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

function tokensOf(span: Span, mostInOne: number): readonly Token[] {
  const { text, isQuoted } =
    "data" in span ? readable(span.data) : { text: whole(span.words), isQuoted: false };
  const parts = partsOf(text, "words" in span ? ownTokens : dataTokens);
  const tokens = isQuoted
    ? parts.flatMap((part) => (widthOf(part) <= mostInOne ? [part] : partsOf(part, partsOfLongWord)))
    : parts;
  return tokens.map((token, position) => ({
    text: token,
    style: span.style,
    isInsideQuotes: isQuoted && position > 0,
  }));
}

/** Own words in backticks, or behind an arrow, are one token. */
const ownTokens = /`[^`]*`|\u2190.*|[^\s`]+|`|\s+/g;
const dataTokens = /\S+|\s+/g;
/**
 * The parts of an address, so that a name in it is whole where it can be. None begins with a mark: on its own it would be spelled
 * out, and take more room.
 */
const partsOfLongWord = /[^/?&=,;.]{1,16}\p{M}*[/?&=,;.]{0,3}\p{M}*|[/?&=,;.]{1,3}\p{M}*/gu;
