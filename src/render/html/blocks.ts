import type { Block, Span, Text, Tree } from "../doc.ts";
import { joined } from "../doc.ts";
import { readable } from "../escape.ts";
import type { Group } from "../group.ts";
import { runs } from "../group.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

/** A document for people as HTML: the same words in the same order as on a terminal. */
export function blocksMarkup(blocks: readonly Block[]): Markup {
  return html`${listsOf(blocks).map(runMarkup)}`;
}

/** A name or a value is code. Longer data is a text, in quotes where it could be taken for pvguard's own words, as in a terminal. */
export function textMarkup(text: Text): Markup {
  return html`${runs(joined(text), ({ style }) => style ?? "").map(styledMarkup)}`;
}

/** What stands side by side in one style. */
function styledMarkup(spans: Group<Span>): Markup {
  const content = spans.map((span) => ("words" in span ? ownWords(span.words) : dataMarkup(span.data)));
  const [{ style }] = spans;
  return style === undefined || style === "heading" || style === "title"
    ? html`${content}`
    : html`<span class="${style}">${content}</span>`;
}

function dataMarkup(data: string): Markup {
  const { text, isQuoted } = readable(data);
  return !isQuoted && text.includes(" ") ? html`${text}` : html`<code>${text}</code>`;
}

/** What stands between backticks is to be typed. What a terminal shows with another format is in the page. */
function ownWords(text: string): Markup {
  const parts = text
    .replace("Details: -o wide, ", "Details: ")
    .replace(/: -o wide$/, " (in the whole account)")
    .replace("Details: --by rule", "Details: under Not checked")
    .split(/`([^`]*)`/);
  return html`${parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

type Item = Extract<Block, { readonly block: "item" }>;
type Run = { readonly list: "ul" | "ol"; readonly items: readonly Item[] } | { readonly one: Block };

/** Neighbours that are items of one list together. */
function listsOf(blocks: readonly Block[]): readonly Run[] {
  const found: Run[] = [];
  for (const block of blocks) {
    const list = block.block === "item" ? listOf(block) : undefined;
    const last = found.at(-1);
    if (block.block !== "item" || list === undefined) found.push({ one: block });
    else if (last !== undefined && "list" in last && last.list === list)
      found[found.length - 1] = { list, items: [...last.items, block] };
    else found.push({ list, items: [block] });
  }
  return found;
}

function listOf({ marker }: Item): "ul" | "ol" | undefined {
  const text = markerOf(marker);
  if (text === "-") return "ul";
  return /^\d+\.$/.test(text) ? "ol" : undefined;
}

function markerOf(marker: Text): string {
  return marker
    .map((part) => ("words" in part ? part.words : part.data))
    .join("")
    .trim();
}

function runMarkup(run: Run): Markup {
  if ("one" in run) return blockMarkup(run.one);
  const items = run.items.map(({ content }) => html`<li>${blocksMarkup(content)}</li>`);
  return run.list === "ul" ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

function blockMarkup(block: Block): Markup {
  switch (block.block) {
    case "paragraph":
      return paragraphMarkup(block.text);
    case "labelled":
      return html`<div class="step"><p class="do">${textMarkup(block.text)}</p>${textMarkup(block.label)}</div>`;
    case "verbatim":
      return verbatimMarkup(block.text);
    case "item":
      return itemMarkup(block);
    case "tree":
      return html`<ul class="tree"><li>${treeMarkup(block.root)}</li></ul>`;
    case "table":
      return tableMarkup(block.header, block.rows);
    case "drawn":
      return html`<pre>${block.lines.join("\n")}</pre>`;
    case "blank":
      return nothing;
  }
}

function paragraphMarkup(text: Text): Markup {
  const isHeading = text.length > 0 && text.every(({ style }) => style === "heading" || style === "title");
  return isHeading ? html`<p class="heading">${textMarkup(text)}</p>` : html`<p>${textMarkup(text)}</p>`;
}

/** A command, to be copied; anything else that is not to be wrapped is wrapped here all the same. */
function verbatimMarkup(text: Text): Markup {
  if (!text.some(({ style }) => style === "command")) return paragraphMarkup(text);
  const line = text.map((part) => ("words" in part ? part.words : part.data)).join("");
  return html`<pre class="command"><code>${line.replace(/^\$ /, "")}</code></pre>`;
}

function itemMarkup({ marker, content }: Item): Markup {
  const label = markerOf(marker);
  const inner = blocksMarkup(content);
  if (label === "") return html`<div class="inset">${inner}</div>`;
  return html`<div class="row"><div class="label">${textMarkup(marker)}</div><div>${inner}</div></div>`;
}

function treeMarkup({ content, children }: Tree): Markup {
  const below = children.map((child) => html`<li>${treeMarkup(child)}</li>`);
  return html`${blocksMarkup(content)}${below.length === 0 ? nothing : html`<ul>${below}</ul>`}`;
}

function tableMarkup(header: readonly string[], rows: readonly (readonly Text[])[]): Markup {
  const heads = header.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${textMarkup(cell)}</td>`)}</tr>\n`,
  );
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}
