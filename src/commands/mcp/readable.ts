import { knowledge } from "../../knowledge.ts";
import { isRecord } from "../../kubernetes/index.ts";
import { mark, marked, schemas } from "../../render/index.ts";
import type { Document } from "./budget.ts";

/**
 * Texts in reports that are no phrases, although they are pvguard's own: those of the entries, such as titles and the names of
 * controllers, and the values that the published schemas list.
 */
const own: ReadonlySet<string> = new Set([...textsIn(knowledge), ...textsIn(schemas)]);

/** What an assistant reads: everything that a cluster or a file said is marked as data. */
export function readable<T>(content: T): T {
  return marked(content, own);
}

/** What is made of the bytes of a request only when it is printed: they can hold any text of the object. */
const ofBytes: readonly string[] = ["body", "changes"];

/** A document that was printed from readable content. */
export function readableDocument(document: Document): Document {
  const inside = (value: unknown, name: string): unknown => {
    if (typeof value === "string") return ofBytes.includes(name) ? mark(value) : value;
    if (Array.isArray(value)) return value.map((each) => inside(each, name));
    return isRecord(value) ? fieldsOf(value) : value;
  };
  const fieldsOf = (record: Document): Document =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, inside(value, name)]));
  return fieldsOf(document);
}

function textsIn(value: unknown, seen = new Set<object>()): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.values(value).flatMap((each) => textsIn(each, seen));
}
