import stringWidth from "fast-string-width";
import type { Printable } from "./escape.ts";
import { plain } from "./escape.ts";

/** What a piece of text means. How that looks is decided here alone. */
export type Style = "title" | "heading" | "good" | "careful" | "bad" | "command" | "aside";

/**
 * Colours of the 256 that terminals share, each readable on black and on white. No style says anything by its colour alone: the
 * words beside it say the same.
 */
export const colours: Partial<Record<Style, number>> = { good: 28, careful: 130, bad: 160, command: 31 };

const weights: Partial<Record<Style, string>> = { title: "1", heading: "1", bad: "1", aside: "2" };

/** Text that is ready for the terminal, in its style. */
export interface Piece {
  readonly text: Printable;
  readonly style?: Style | undefined;
}

/** Neighbours of one style are dressed once. */
export function dressed(pieces: readonly Piece[]): string {
  const runs: { text: string; readonly style: Style | undefined }[] = [];
  for (const { text, style } of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last.style === style) last.text += text;
    else runs.push({ text, style });
  }
  return runs.map(({ text, style }) => (style === undefined ? text : inStyle(style, text))).join("");
}

function inStyle(style: Style, text: string): string {
  const colour = colours[style];
  const on = [weights[style] ?? [], colour === undefined ? [] : `38;5;${colour}`].flat();
  return `${begin}${on.join(";")}m${text}${off}`;
}

const begin = "\u001b[";
const off = `${begin}0m`;
const codes = /\p{Cc}\[[\d;]*m/gu;

/** A line without its colours. */
export function undressed(line: string): string {
  return line.includes(begin) ? line.replaceAll(codes, "") : line;
}

/** Also not within the style of its last word. */
export function withoutTrailingSpace(line: string): string {
  return line.endsWith(off) ? line.slice(0, -off.length).trimEnd() + off : line.trimEnd();
}

/** How many columns of a terminal a printable text takes, or a line with its colours. */
export function widthOf(text: string): number {
  const bare = undressed(text);
  return plain.test(bare) ? bare.length : stringWidth(bare);
}
