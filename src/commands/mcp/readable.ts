import { knowledge } from "../../knowledge.ts";
import { marked } from "../../render/index.ts";

/** Texts in reports that are no phrases, although they are pvguard's own. */
const own: ReadonlySet<string> = new Set([
  ...knowledge.controllers.map(({ name }) => name),
  ...knowledge.rules.map(({ title }) => title),
]);

/** What an assistant reads: everything that a cluster or a file said is marked as data. */
export function readable<T>(content: T): T {
  return marked(content, own);
}
