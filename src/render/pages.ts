import { words } from "../kubernetes/index.ts";
import type { Page, PageKind } from "../report/index.ts";
import type { Block } from "./doc.ts";
import { apart, bullet, indented, item, paragraph, section, styled, table, verbatim } from "./doc.ts";
import { whole } from "./escape.ts";
import { widthOf } from "./line.ts";
import { present } from "./present.ts";
import type { RenderOptions } from "./renderer.ts";

/** One format of the pages of `explain`: a single page, and the list of all. */
interface PageRenderer {
  readonly name: string;
  readonly summary: string;
  page(page: Page, options: RenderOptions): string;
  list(pages: readonly Page[], options: RenderOptions): string;
}

/** Every format of a page, by its name for `-o`. The first is the one without `-o`. */
export const pageRenderers: readonly PageRenderer[] = [
  { name: "text", summary: "for people, at the width of the terminal", page: pageText, list: pageListText },
  { name: "markdown", summary: "for the docs", page: pageMarkdown, list: pageListMarkdown },
];

/** A page for the terminal, in the layout of `kubectl describe`. */
function pageText(page: Page, options: RenderOptions): string {
  return present(
    apart([
      [paragraph([...styled("title", words(page.name)), ...words(": "), ...words(page.title)], 2)],
      factBlocks(page.facts),
      ...page.sections.map(([heading, text]) => section(words(heading), textBlocks(text))),
      section(
        words("Sources"),
        page.sources.map((source) => bullet(words(source))),
      ),
    ]),
    options,
  );
}

function factBlocks(facts: Page["facts"]): readonly Block[] {
  const widest = Math.max(0, ...facts.map(([label]) => widthOf(label)));
  return facts.map(([label, text]) =>
    item([{ words: `${label}:`.padEnd(widest + 3) }], [paragraph(words(text))]),
  );
}

function textBlocks(text: string): readonly Block[] {
  return apart(
    paragraphsOf(text).map((part) =>
      "code" in part
        ? [indented(part.code.map((line) => verbatim([{ words: line, style: "command" }])))]
        : [paragraph(words(part.prose))],
    ),
  );
}

/** Every page by its name, as a table. */
function pageListText(pages: readonly Page[], options: RenderOptions): string {
  const rows = pages.map(({ name, kind, title }) => [words(name), words(kind), words(title)]);
  return present([table(["name", "kind", "title"], rows, options)], options);
}

/** A paragraph of a page: words to be wrapped, or commands to be copied. */
type Part = { readonly prose: string } | { readonly code: readonly string[] };

const codeIndent = /^ {4}/;

/** The paragraphs of a text: apart by empty lines, commands indented by four spaces. */
function paragraphsOf(text: string): readonly Part[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines.every((line) => codeIndent.test(line))
        ? { code: lines.map((line) => line.replace(codeIndent, "")) }
        : { prose: lines.map((line) => line.trim()).join(" ") },
    );
}

/** A page of the docs. */
function pageMarkdown(page: Page): string {
  return document([
    `# ${escaped(page.name)}`,
    `${escaped(page.title)}.`,
    factTable(page.facts),
    ...page.sections.flatMap(([heading, text]) => [`## ${escaped(heading)}`, ...textParts(text)]),
    ...(page.sources.length === 0 ? [] : ["## Sources", page.sources.map(sourceLine).join("\n")]),
  ]);
}

function document(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function factTable(facts: Page["facts"]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(([label, text]) => row(escaped(label), escaped(text)));
  return ["| | |", "|---|---|", ...rows].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function textParts(text: string): readonly string[] {
  return paragraphsOf(text).map((part) =>
    "code" in part ? ["```sh", ...part.code.map(whole), "```"].join("\n") : escaped(part.prose),
  );
}

/** Issues are links; code is named as it is. */
function sourceLine(source: string): string {
  const issue = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source);
  return issue === null
    ? `* ${escaped(source)}`
    : `* [${source}](https://github.com/${issue[1]}/issues/${issue[2]})`;
}

/** Plain text in Markdown: what stands in backticks is code already, everything else must not become markup. */
export function escaped(text: string): string {
  return (whole(text).match(/`[^`]*`|[^`]+|`/g) ?? [])
    .map((part) =>
      part.startsWith("`") && part.length > 1
        ? part
        : part.replaceAll(/[\\`*<>[\]]|_(?!\w)|(?<!\w)_/g, "\\$&"),
    )
    .join("");
}

/** The file of a page below `docs/`: its name with `/` written `__`. */
export function pageFile({ kind, name }: Page): string {
  return `${folders[kind]}/${name.replaceAll("/", "__").replaceAll(/[^\w.-]/g, "_")}.md`;
}

const folders: Record<PageKind, string> = {
  remedy: "remedies",
  reason: "reasons",
  finalizer: "finalizers",
  wait: "waits",
  rule: "rules",
  controller: "controllers",
  danger: "dangers",
  state: "states",
  kind: "kinds",
};

/** Every page with a link to its file. */
function pageListMarkdown(pages: readonly Page[]): string {
  const lineOf = (page: Page) =>
    row(`[${escaped(page.name)}](${pageFile(page)})`, page.kind, escaped(page.title));
  return `${["| name | kind | title |", "|---|---|---|", ...pages.map(lineOf)].join("\n")}\n`;
}
