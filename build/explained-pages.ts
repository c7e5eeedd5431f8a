/** The pages of `explain` as files below `docs/`, one for each name. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pagesOf } from "../src/commands/pages/index.ts";
import { knowledge } from "../src/knowledge.ts";
import { pageFile, pageRenderers, plainOptions } from "../src/render/index.ts";
import type { Page } from "../src/report/index.ts";
import { linked, targetsIn } from "./doc-links.ts";
import { ruleSessions } from "./rule-sessions.ts";

export const explainedPages: readonly Page[] = pagesOf(knowledge);

/** Every page by its path below `docs/`. Two entries of the same name share a page. */
export async function explainedFiles(): Promise<ReadonlyMap<string, string>> {
  const target = targetsIn(explainedPages, knowledge);
  const files = new Map<string, string>();
  for (const page of explainedPages) {
    const file = pageFile(page);
    const before = files.get(file);
    const text = `${linked(markdown(page), file, target)}${await session(page)}`;
    files.set(file, before === undefined ? text : `${before}\n${text}`);
  }
  return files;
}

function markdown(page: Page): string {
  const renderer = pageRenderers.find(({ name }) => name === "markdown");
  if (renderer === undefined) throw new Error("there is no format for the docs");
  return renderer.page(page, plainOptions);
}

/** A rule shows what it prints in its own scenario. */
async function session({ kind, name }: Page): Promise<string> {
  return kind === "rule" ? await ruleSessions(name) : "";
}

/** Files in the generated folders below `docs` that are not among the generated ones. */
export function staleDocs(docs: string, generated: ReadonlySet<string>): readonly string[] {
  const folders = new Set(explainedPages.map((page) => pageFile(page).split("/")[0] ?? ""));
  return [...folders]
    .flatMap((folder) => readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => !generated.has(file));
}
