import { type Page, words } from "../../model/index.ts";
import { apart, type Block, indented, item, paragraph, section, styled, table, verbatim } from "../doc.ts";
import { widthOf } from "../line.ts";
import { present } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { paragraphsOf } from "./text.ts";

/** A page for the terminal, in the layout of `kubectl describe`. */
export function pageText(page: Page, options: RenderOptions): string {
  return present(
    apart([
      [paragraph([...styled("title", words(page.name)), ...words(": "), ...words(page.title)], 2)],
      factBlocks(page.facts),
      ...page.sections.map(([heading, text]) => section(words(heading), textBlocks(text))),
      section(
        words("Sources"),
        page.sources.map((source) => item([{ words: "- " }], [paragraph(words(source))])),
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
export function pageListText(pages: readonly Page[], options: RenderOptions): string {
  const rows = pages.map(({ name, kind, title }) => [words(name), words(kind), words(title)]);
  return present([table(["name", "kind", "title"], rows, options)], options);
}
