/** What a piece of text means. How that looks is decided here alone. */
export type Style = "title" | "heading" | "good" | "careful" | "bad" | "command" | "aside";

/**
 * Colours of the 256 that terminals share, each readable on black and on white. No style says anything by its colour alone: the
 * words beside it say the same.
 */
export const colours: Partial<Record<Style, number>> = { good: 28, careful: 130, bad: 160, command: 31 };

const weights: Partial<Record<Style, string>> = { title: "1", heading: "1", bad: "1", aside: "2" };

/** Dresses printable text in a style. */
export type Palette = (style: Style, text: string) => string;

export const inColour: Palette = (style, text) => `\u001b[${codeOf(style)}m${text}\u001b[0m`;

export const withoutColour: Palette = (_style, text) => text;

function codeOf(style: Style): string {
  const colour = colours[style];
  return [weights[style] ?? [], colour === undefined ? [] : `38;5;${colour}`].flat().join(";");
}
