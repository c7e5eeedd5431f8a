/**
 * The text of a line of Markdown outside of its code spans, which CommonMark finds by runs of backticks of one length:
 * only there can something be a link, an image, a mention or HTML. https://spec.commonmark.org/0.31.2/#code-spans
 */
export function outsideCode(line: string): string {
  let rest = line;
  let outside = "";
  for (;;) {
    const opening = /(?<!\\)`+/.exec(rest);
    if (opening === null) return outside + rest;
    const after = rest.slice(opening.index + opening[0].length);
    const closing = new RegExp(`(?<!\`)${opening[0]}(?!\`)`).exec(after);
    outside += rest.slice(0, opening.index);
    if (closing === null) {
      outside += opening[0];
      rest = after;
    } else {
      outside += "<code>";
      rest = after.slice(closing.index + closing[0].length);
    }
  }
}
