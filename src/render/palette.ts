/** What a piece of text means. How that looks is decided here alone. */
export type Style = "title" | "heading" | "good" | "careful" | "bad" | "command" | "aside";

const codes: Record<Style, string> = {
  title: "1",
  heading: "1",
  good: "32",
  careful: "33",
  bad: "31;1",
  command: "36",
  aside: "2",
};

/** Dresses printable text in a style. */
export type Palette = (style: Style, text: string) => string;

export const inColour: Palette = (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m`;

export const withoutColour: Palette = (_style, text) => text;
