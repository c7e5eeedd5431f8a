import type { Phrase } from "../../kubernetes/index.ts";
import { flatten } from "../../kubernetes/index.ts";
import type { Block, Text } from "../doc.ts";
import { shown } from "../escape.ts";
import { blocksMarkup, textMarkup } from "./blocks.ts";
import type { Marked } from "./filter.ts";
import { filterMarkup, Marks, severityMarkup } from "./filter.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";
import { policy, script, style } from "./page/index.ts";

/** One cause of an audit, or one object that was asked about. */
export interface Entry extends Marked {
  readonly heading: Text;
  readonly card: readonly Block[];
  readonly chain: Markup;
  /** What is opened by who wants to know more. */
  readonly more?: { readonly summary: string; readonly account: Markup; readonly isOpen: boolean };
}

export interface EntryGroup {
  readonly heading: string;
  readonly entries: readonly Entry[];
}

/** One row for each disk: its cells, and the entry that it belongs to. */
export interface DiskRow extends Marked {
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly text: Text;
  /** By which it is sorted, where that is not its text. */
  readonly number?: number | undefined;
  /** Where more is said of it. */
  readonly to?: Entry;
}

export interface DiskTable {
  readonly columns: readonly { readonly name: string; readonly is: "text" | "number" }[];
  readonly rows: readonly DiskRow[];
}

/** A part at the end, told in blocks. */
export interface Part {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface Page {
  readonly title: Phrase;
  /** Of the report; the page counts its age. */
  readonly takenAt: string;
  readonly facts: readonly (readonly [name: string, text: Text])[];
  readonly summary: readonly Block[];
  /** What an entry is called, and what its reasons are called in the filter. */
  readonly names: { readonly entries: string; readonly severity: string; readonly rule: string };
  readonly groups: readonly EntryGroup[];
  readonly disks: DiskTable;
  readonly parts: readonly Part[];
  readonly version?: string | undefined;
}

/** One file that loads nothing. What is only of use with the script is hidden until that runs. */
export function documentOf(page: Page): string {
  const { title, version, names, disks } = page;
  const groups = page.groups.filter(({ entries }) => entries.length > 0);
  const parts = page.parts.filter(({ blocks }) => blocks.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const inPage: InPage = {
    marks: new Marks([...entries, ...disks.rows]),
    ids: new Map(entries.map((entry, at) => [entry, `e${at + 1}`])),
  };
  const main = [
    ...groups.map((group, at) => groupMarkup(group, `g${at + 1}`, inPage)),
    html`<p class="none quiet" hidden>Nothing matches the filter.</p>\n`,
    disksMarkup(disks, inPage),
    ...parts.map(partMarkup),
  ];
  const { markup } = html`<!doctype html>
<html lang="en">
${headMarkup(title)}<body>
<a class="skip" href="#main">Skip to the ${names.entries}</a>
${topMarkup(page, navMarkup(groups, disks, parts))}${entries.length < 2 ? nothing : filterMarkup(inPage.marks, names)}<main id="main" tabindex="-1">
${main}</main>
${footMarkup(version)}</body>
</html>
`;
  return markup;
}

function topMarkup({ title, takenAt, facts, summary }: Page, nav: Markup): Markup {
  return html`<header>
<p class="brand">pvguard</p>
<h1>${textMarkup(title)}</h1>
<dl class="facts"><div><dt>Time</dt><dd><time class="mono" datetime="${takenAt}">${shown(takenAt)}</time></dd></div>${facts.map(factMarkup)}</dl>
<div class="summary">${blocksMarkup(summary)}</div>
${nav}</header>
`;
}

function headMarkup(title: Phrase): Markup {
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${asItIs(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${flatten(title, shown)}</title>
<style>${asItIs(style)}</style>
</head>
`;
}

function footMarkup(version = ""): Markup {
  return html`<footer><p>Made by kubectl-pvguard ${version}. This page loads nothing and sends nothing.</p></footer>
<script>${asItIs(script)}</script>
`;
}

/** Of the build: it has neither data nor an end tag. */
function asItIs(text: string): Markup {
  return { markup: text };
}

/** What depends on all that is in the page. */
interface InPage {
  readonly marks: Marks;
  readonly ids: ReadonlyMap<Entry, string>;
}

function factMarkup([name, text]: Page["facts"][number]): Markup {
  return html`<div><dt>${name}</dt><dd>${textMarkup(text)}</dd></div>`;
}

function navMarkup(groups: readonly EntryGroup[], { rows }: DiskTable, parts: readonly Part[]): Markup {
  const links = [
    ...groups.map(({ heading, entries }, at) => linkTo(`g${at + 1}`, heading, entries.length)),
    ...(rows.length === 0 ? [] : [linkTo("disks", "Disks", rows.length)]),
    ...parts.map(({ id, heading }) => linkTo(id, heading)),
  ];
  return links.length < 2 ? nothing : html`<nav aria-label="Parts of this page"><ul>${links}</ul></nav>\n`;
}

function linkTo(id: string, heading: string, count?: number): Markup {
  const number = count === undefined ? nothing : html`<b>${count}</b> `;
  return html`<li><a href="#${id}">${number}${heading}</a></li>`;
}

function groupMarkup({ heading, entries }: EntryGroup, id: string, inPage: InPage): Markup {
  return html`<section class="causes" aria-labelledby="${id}"><h2 id="${id}">${heading} <span class="count">${entries.length}</span></h2>
${entries.map((entry) => entryMarkup(entry, inPage))}</section>
`;
}

function entryMarkup(entry: Entry, { marks, ids }: InPage): Markup {
  const { severity, heading, card, chain, more, cluster } = entry;
  const where =
    cluster === undefined ? nothing : html`<p class="cluster">cluster <code>${shown(cluster)}</code></p>`;
  const id = ids.get(entry);
  return html`<article id="${id}" aria-labelledby="${id}h" data-f="${marks.of(entry)}"><div class="top">${severityMarkup(severity)}<h3 id="${id}h">${textMarkup(heading)}</h3>${where}</div>
<div class="card">${blocksMarkup(card)}</div>
${chain}${more === undefined ? nothing : moreMarkup(more)}</article>
`;
}

function moreMarkup({ summary, account, isOpen }: NonNullable<Entry["more"]>): Markup {
  const open = isOpen ? html` open` : nothing;
  return html`<details${open}><summary>${summary}</summary><div class="account">${account}</div></details>
`;
}

function disksMarkup({ columns, rows }: DiskTable, inPage: InPage): Markup {
  if (rows.length === 0) return nothing;
  const heads = columns.map(({ name, is }) => html`<th scope="col" class="${is}">${name}</th>`);
  return html`<section aria-labelledby="disks"><div class="bar"><h2 id="disks">Disks <span class="count">${rows.length}</span></h2><button type="button" class="export" hidden>Export as CSV</button></div>
<div class="wide" tabindex="0" role="group" aria-label="Table of the disks"><table class="sorts"><thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => rowMarkup(row, columns, inPage))}</tbody></table></div></section>
`;
}

function rowMarkup(row: DiskRow, columns: DiskTable["columns"], { marks, ids }: InPage): Markup {
  const cells = row.cells.map(({ text, number, to }, at) => {
    const id = to === undefined ? undefined : ids.get(to);
    const content = id === undefined ? textMarkup(text) : html`<a href="#${id}">${textMarkup(text)}</a>`;
    const value = number === undefined ? nothing : html` data-n="${number}"`;
    return html`<td class="${columns[at]?.is}"${value}>${content}</td>`;
  });
  return html`<tr data-f="${marks.of(row)}">${cells}</tr>
`;
}

function partMarkup({ id, heading, blocks }: Part): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><div class="prose">${blocksMarkup(blocks)}</div></section>
`;
}
