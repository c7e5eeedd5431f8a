/**
 * The one place where text from a cluster or a file becomes printable. Annotations, event messages and the replies of
 * webhooks can contain any text, and files have no limits at all: kubernetes/kubernetes#101695.
 */
import { thousands } from "./amounts.ts";

/**
 * Nothing but ASCII that can be seen, and the arrows, lines and dots that we draw with: one column each, nothing to escape. Tables
 * of Unicode are only made for other texts.
 */
export const plain = /^[ -~\u2026\u2190-\u21ff\u2500-\u257f]*$/;

declare const printable: unique symbol;

/** Text without control, format, bidi or zero-width characters. Only this module makes it. */
export type Printable = string & { readonly [printable]: true };

const spelled: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** The longest that one character becomes: `<U+10FFFF>`. */
const mostSpelled = 10;

function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0xa0) return spelled.get(character) ?? `\\x${hex.padStart(2, "0")}`;
  if (code >= 0xd800 && code <= 0xdfff) return `\\u${hex}`;
  return `<U+${hex.toUpperCase().padStart(4, "0")}>`;
}

/** The whole text, with what cannot be seen written out: `\x1b`, `<U+202E>`. */
export function whole(text: string): Printable {
  return (plain.test(text) ? text : spelledOut(text)) as Printable;
}

/**
 * Controls, formats, surrogates, unassigned, every separator but the space, and what is drawn as nothing. Then marks
 * that would join the character before the text, or sit on nothing, and a fourth mark on one letter, which spills over the
 * lines around. The expression stands here since V8 takes 0.7 ms to read it, and most texts are plain.
 */
function spelledOut(text: string): string {
  const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?<=^| )\p{M}|(?<=\p{M}{3})\p{M}/gu;
  return text.replaceAll(unseen, spell);
}

/** How many characters of one piece of data are shown to a person. */
const mostShown = 200;

/** As `whole`, cut at 200 characters with the number of those left out: `(+1,048,376)`. */
export function shown(text: string): Printable {
  let end = mostShown;
  let visible = whole(text.slice(0, endOfCharacter(text, end)));
  while (visible.length > mostShown) {
    end -= Math.ceil((visible.length - mostShown) / mostSpelled);
    visible = whole(text.slice(0, endOfCharacter(text, end)));
  }
  const rest = characters(text.slice(endOfCharacter(text, end)));
  return (rest === 0 ? visible : `${visible}(+${thousands(rest)})`) as Printable;
}

/** `end`, or one less where that would part a pair of surrogates. */
function endOfCharacter(text: string, end: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1)) ? end - 1 : end;
}

function characters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** What could pass for a mark of the report itself, a prompt, an item of a list or a message. */
const couldForge =
  /(?:^| )(?:\[|::|##)|["\u2500-\u257f\u2190-\u21ff]|(?:^| )(?:\d+\.|[-$#>|])(?: |$)|^ | {2}| $|^$|\b(?:error|warning):/iu;

/** Data as a reader sees it: as `shown`, in quotes where it could be taken for pvguard's own words. */
export function readable(text: string): { readonly text: Printable; readonly isQuoted: boolean } {
  const visible = shown(text);
  const isQuoted = visible !== text || couldForge.test(text);
  return { text: (isQuoted ? `"${visible.replaceAll('"', '\\"')}"` : visible) as Printable, isQuoted };
}

/** The parts of a printable text are printable. */
export function partsOf(text: Printable, pattern: RegExp): readonly Printable[] {
  return (text.match(pattern) ?? []) as readonly Printable[];
}

/** What in a name makes it another one than it looks like: `kubernetes.iо` can have a Cyrillic letter. */
export function oddCharacters(text: string): "control" | "non-ASCII" | "control and non-ASCII" | "none" {
  const hasControl = /\p{Cc}/u.test(text);
  const hasForeign = /\P{ASCII}/u.test(text);
  if (hasControl) return hasForeign ? "control and non-ASCII" : "control";
  return hasForeign ? "non-ASCII" : "none";
}
