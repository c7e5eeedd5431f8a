/** Links between the generated pages: a name that has a page of its own leads to it. */
import { posix } from "node:path";
import type { KnowledgeAndRules } from "../src/define/index.ts";
import { pageFile } from "../src/render/index.ts";
import type { Page } from "../src/report/index.ts";

/** The page that a name means, where there is one. */
type Target = (name: string) => Page | undefined;

export function targetsIn(pages: readonly Page[], { finalizers, rules }: KnowledgeAndRules): Target {
  const byName = new Map(pages.map((page) => [page.name, page] as const));
  return (name) => {
    const found = byName.get(name) ?? byName.get(rules.find((rule) => rule.name === name)?.code ?? "");
    if (found !== undefined) return found;
    const entry = finalizers.find(({ matches }) => matches?.(name) ?? false);
    return entry === undefined ? undefined : byName.get(entry.finalizer);
  };
}

/** In prose only a name in backticks is a link. In tables and lists of reasons these are, too: PodUsesClaim, external-attacher. */
const bareName = /(?<![\w./<\\-])(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:-[a-z]+)+)(?![\w./-])/g;
const linkOrCode = /(\[[^\]]*\]\([^)]*\)|`[^`]*`)/;

/** A generated page with its links, which are relative to the folder of `file`. */
export function linked(markdown: string, file: string, target: Target): string {
  const link = (text: string, name: string) => {
    const page = target(name);
    const to = page === undefined ? file : pageFile(page);
    return to === file ? text : `[${text}](${posix.relative(posix.dirname(file), to)})`;
  };
  const bare = (text: string) =>
    text.replaceAll(bareName, (name) =>
      ["reason", "danger", "controller"].includes(target(name)?.kind ?? "") ? link(name, name) : name,
    );
  let isCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isCode = !isCode;
      if (isCode || line.startsWith("#") || line.startsWith("* ")) return line;
      const isTable = line.startsWith("| ");
      return line
        .split(linkOrCode)
        .map((part, place) => {
          if (part.startsWith("`")) return link(part, part.slice(1, -1));
          if (part.startsWith("[")) return part;
          if (isTable) return bare(part);
          return place === 0 ? part.replace(/^\w+(?=: )/, bare) : part;
        })
        .join("");
    })
    .join("\n");
}
