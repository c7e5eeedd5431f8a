import type { Printable } from "./escape.ts";
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
