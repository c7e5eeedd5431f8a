import type { Phrase, PhrasePart } from "../kubernetes/index.ts";
import type { Style } from "./line.ts";

/** A piece of a phrase, with what it means to the reader. */
export type Span = PhrasePart & { readonly style?: Style };

/** Every phrase is a text. Neither can be printed but through `present`, which escapes it. */
export type Text = readonly Span[];

/** A document, before anything is known of its width or its colours. */
export type Block =
  /** Wrapped between words; lines after the first are indented by `hanging`. */
  | { readonly block: "paragraph"; readonly text: Text; readonly hanging: number }
  /** Wrapped like a paragraph, with a label at the right end of its first line. */
  | { readonly block: "labelled"; readonly text: Text; readonly label: Text }
  /** Never wrapped: to be copied. */
  | { readonly block: "verbatim"; readonly text: Text }
  /** `marker` on the first line, and everything else to the right of it. */
  | { readonly block: "item"; readonly marker: Text; readonly content: readonly Block[] }
  | { readonly block: "tree"; readonly root: Tree }
  | {
      readonly block: "table";
      readonly header: readonly string[];
      readonly headers?: "hidden" | undefined;
      readonly rows: readonly (readonly Text[])[];
    }
  /** Lines as they are, of any width: a box. */
  | { readonly block: "drawn"; readonly lines: readonly string[] }
  | { readonly block: "blank" };

export interface Tree {
  readonly content: readonly Block[];
  readonly children: readonly Tree[];
}

export function paragraph(text: Text, hanging = 0): Block {
  return { block: "paragraph", text, hanging };
}

/** A sentence in one style; if it takes more lines, they hang. */
export function styledLine(style: Style, text: Text): Block {
  return paragraph(styled(style, text), 2);
}

export function verbatim(text: Text): Block {
  return { block: "verbatim", text };
}

export function item(marker: Text, content: readonly Block[]): Block {
  return { block: "item", marker, content };
}

export function bullet(text: Text, below: readonly Block[] = []): Block {
  return item([{ words: "- " }], [paragraph(text), ...below]);
}

export function indented(content: readonly Block[]): Block {
  return item([{ words: "  " }], content);
}

export function table(
  header: readonly string[],
  rows: readonly (readonly Text[])[],
  { headers }: { readonly headers?: "hidden" },
): Block {
  return { block: "table", header, rows, headers };
}

const blank: Block = { block: "blank" };

/** A heading with what belongs to it, or nothing at all when there is nothing. */
export function section(heading: Text, content: readonly Block[]): readonly Block[] {
  return content.length === 0 ? [] : [paragraph(styled("heading", heading)), indented(content)];
}

/** Sections one below the other, an empty line between them. */
export function apart(sections: readonly (readonly Block[])[]): readonly Block[] {
  return sections
    .filter((blocks) => blocks.length > 0)
    .flatMap((blocks, position) => (position === 0 ? blocks : [blank, ...blocks]));
}

export function styled(style: Style, text: Text): Text {
  return text.map((span) => ({ style, ...span }));
}

/** Spelled as they are typed, wherever they stand. */
const programs: ReadonlySet<string> = new Set(["kubectl", "pvguard"]);

/** With a capital, when it starts with a plain word of pvguard's own. */
export function sentence(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (first === undefined || !("words" in first)) return phrase;
  const [word] = /^[a-z]+(?![^\s,:])/.exec(first.words) ?? [];
  if (word === undefined || programs.has(word)) return phrase;
  return [{ words: first.words.charAt(0).toUpperCase() + first.words.slice(1) }, ...rest];
}

/** `pod` `/` `web` is one name: data with only punctuation between is one piece of data, where data is marked as such. */
export function joined(text: Text): Text {
  const parts: Span[] = [];
  for (const [position, part] of text.entries()) {
    const last = parts.at(-1);
    const next = text[position + 1];
    const isGlue = "words" in part && /^[/.:=-]+$/.test(part.words) && next !== undefined && "data" in next;
    if (last !== undefined && "data" in last && ("data" in part || isGlue)) {
      parts[parts.length - 1] = { ...last, data: last.data + ("data" in part ? part.data : part.words) };
    } else parts.push(part);
  }
  return parts;
}
