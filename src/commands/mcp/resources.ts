import { knowledge } from "../../knowledge.ts";
import { pageRenderers, plainOptions, schemas } from "../../render/index.ts";
import type { Page } from "../../report/index.ts";
import { pagesNamed, pagesOf } from "../pages/index.ts";

/** A page of `explain`, or a published schema. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: "text/markdown" | "application/schema+json";
}

const pageUri = "pvguard://explain/";
const schemaUri = "pvguard://schema/";

export const pageTemplate = {
  uriTemplate: `${pageUri}{name}`,
  name: "explain",
  description: "The page about a state, a type, a rule, a reason, a finalizer, a remedy or a danger.",
  mimeType: "text/markdown",
} as const;

/** Resources are listed in pages of so many. */
const listed = 100;

const pages = pagesOf(knowledge);

function all(): readonly Resource[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  return [
    ...Object.keys(schemas).map(
      (name): Resource => ({
        uri: `${schemaUri}${name}`,
        name,
        description: "The schema of a document.",
        mimeType: "application/schema+json",
      }),
    ),
    ...[...byName.values()].map(
      ({ name, title }): Resource => ({
        uri: `${pageUri}${encodeURIComponent(name)}`,
        name,
        description: title,
        mimeType: "text/markdown",
      }),
    ),
  ];
}

/**
 * @param cursor the number of the first one, as an earlier page gave it
 * @returns `undefined` for a cursor that no page gave
 */
export function listOfResources(
  cursor: string | undefined,
): { readonly resources: readonly Resource[]; readonly nextCursor?: string } | undefined {
  const begin = cursor === undefined ? 0 : Number(/^\d{1,6}$/.exec(cursor)?.[0] ?? Number.NaN);
  const resources = all();
  if (Number.isNaN(begin) || begin >= resources.length) return undefined;
  const end = begin + listed;
  return {
    resources: resources.slice(begin, end),
    ...(end < resources.length ? { nextCursor: String(end) } : {}),
  };
}

/** @returns `undefined` if there is no such resource */
export function contentsOf(uri: string): { readonly mimeType: string; readonly text: string } | undefined {
  if (uri.startsWith(schemaUri)) {
    const schema = Object.entries(schemas).find(([name]) => name === uri.slice(schemaUri.length))?.[1];
    return schema && { mimeType: "application/schema+json", text: JSON.stringify(schema) };
  }
  if (!uri.startsWith(pageUri)) return undefined;
  const found = pagesNamed(decoded(uri.slice(pageUri.length)), pages, knowledge);
  return found.length === 0 ? undefined : { mimeType: "text/markdown", text: found.map(markdown).join("\n") };
}

function markdown(page: Page): string {
  return pageRenderers.find(({ name }) => name === "markdown")?.page(page, plainOptions) ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
