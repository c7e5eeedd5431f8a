/**
 * The one place where text from a cluster or a file becomes printable. Annotations, event messages and the replies of
 * webhooks can contain any text, and files have no limits at all: kubernetes/kubernetes#101695.
 */
import type { Phrase } from "../kubernetes/index.ts";
import { flatten } from "../kubernetes/index.ts";
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

/** As much as an event can say: kubernetes/kubernetes pkg/apis/core/validation/events.go NoteLengthLimit, 1.36. */
const mostShown = 1024;

/** Errors are wrapped from the outside in, so that the cause is last: more of the end is kept. */
const headShown = 256;
const tailShown = mostShown - headShown;

/** As `whole`. Of more than 1,024 characters the middle is left out, with the number of those: `[1,047,552 more]`. */
export function shown(text: string): Printable {
  // What is written out takes up to ten times as much room.
  const visible = text.length > mostShown * 2 ? undefined : whole(text);
  if (visible !== undefined && visible.length <= mostShown) return visible;
  const head = fitting(text, headShown, "from the begin");
  const tail = fitting(text.slice(head.length), tailShown, "from the end");
  const left = characters(text.slice(head.length, text.length - tail.length));
  return `${whole(head)} [\u2026 ${thousands(left)} more \u2026] ${whole(tail)}` as Printable;
}

/** As much of one end of the text as is no longer than that when it is written out. */
function fitting(text: string, most: number, from: "from the begin" | "from the end"): string {
  const cut = (length: number) =>
    from === "from the begin"
      ? text.slice(0, endOfCharacter(text, length))
      : text.slice(endOfCharacter(text, text.length - length));
  let length = Math.min(most, text.length);
  let part = cut(length);
  while (whole(part).length > most) {
    length -= Math.ceil((whole(part).length - most) / mostSpelled);
    part = cut(length);
  }
  return part;
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

/** A phrase as one text, in which the data cannot pass for our own words. */
export function readableText(phrase: Phrase): string {
  return flatten(phrase, (data) => readable(data).text);
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
