import type { Page, PageKind } from "../../model/index.ts";
import { whole } from "../escape.ts";
import { paragraphsOf } from "./text.ts";

/** A page of the docs. */
export function pageMarkdown(page: Page): string {
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
export function pageListMarkdown(pages: readonly Page[]): string {
  const lineOf = (page: Page) =>
    row(`[${escaped(page.name)}](${pageFile(page)})`, page.kind, escaped(page.title));
  return `${["| name | kind | title |", "|---|---|---|", ...pages.map(lineOf)].join("\n")}\n`;
}
