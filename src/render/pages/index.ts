import type { Page } from "../../model/index.ts";
import type { RenderOptions } from "../renderer.ts";
import { pageListMarkdown, pageMarkdown } from "./markdown.ts";
import { pageListText, pageText } from "./terminal.ts";

export { pageFile } from "./markdown.ts";

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
