/**
 * The one place where text from a cluster or a file becomes printable. Annotations, event messages and the replies of
 * webhooks hold whatever somebody wrote into them, and files have no limits at all: kubernetes/kubernetes#101695.
 */

declare const printable: unique symbol;

/** Text without control, format, bidi or zero-width characters. Only this module makes it. */
export type Printable = string & { readonly [printable]: true };

const spelled: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Controls, formats, surrogates, unassigned, every separator but the space, and what is drawn as nothing. */
const hidden = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** More marks than this on one letter spill over the lines around it. */
const mostMarks = 3;

const isMark = (character: string) => /\p{M}/u.test(character);

function visibly(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0xa0) return spelled.get(character) ?? `\\x${hex.padStart(2, "0")}`;
  if (code >= 0xd800 && code <= 0xdfff) return `\\u${hex}`;
  return `<U+${hex.toUpperCase().padStart(4, "0")}>`;
}

function* visibleParts(text: string): Generator<string> {
  let marks = mostMarks;
  for (const character of text) {
    const isTooMuch = isMark(character) && marks >= mostMarks;
    marks = isMark(character) ? marks + 1 : 0;
    const isShown = character === " " || !hidden.test(character);
    if (!isShown) marks = mostMarks;
    yield isShown && !isTooMuch ? character : visibly(character);
  }
}

/** Nothing to escape: the common case, and quick to see. */
const plain = /^[ -~]*$/;

/** The whole text, with what cannot be seen written out: `\x1b`, `<U+202E>`. */
export function whole(text: string): Printable {
  return (plain.test(text) ? text : [...visibleParts(text)].join("")) as Printable;
}

/** How many characters of one piece of data are shown to a person. */
export const mostShown = 200;

/** As `whole`, cut at 200 characters with the number of those left out: `(+1,048,376)`. */
export function shown(text: string): Printable {
  if (text.length <= mostShown && plain.test(text)) return text as Printable;
  let kept = "";
  let taken = 0;
  for (const part of visibleParts(text)) {
    if (kept.length + part.length > mostShown)
      return `${kept}(+${grouped(countFrom(text, taken))})` as Printable;
    kept += part;
    taken += 1;
  }
  return kept as Printable;
}

function countFrom(text: string, taken: number): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count - taken;
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** What could pass for a mark of the report itself, a prompt or a new sentence of it. */
const couldForge =
  /(?:^| )\[|["\u2500-\u257f\u2190-\u21ff]|[$#>|](?: |$)|^ | {2}| $|^$|\b(?:error|warning):/iu;

/** As `shown`, in quotes where it could be taken for pvguard's own words. */
export function quoted(text: string): Printable {
  const visible = shown(text);
  if (visible === text && !couldForge.test(visible)) return visible;
  return `"${visible.replaceAll('"', '\\"')}"` as Printable;
}

/** Look-alikes: `kubernetes.iо` with a Cyrillic letter is not the finalizer that it looks like. */
export function hasNonAscii(text: string): boolean {
  return /[^ -~]/.test(text);
}
