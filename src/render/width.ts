import { plain } from "./plain.ts";

/** East Asian wide and full-width characters and emoji: https://www.unicode.org/reports/tr11/ */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const mark = /\p{M}/u;

/** How many columns of a terminal a printable text takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!mark.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
