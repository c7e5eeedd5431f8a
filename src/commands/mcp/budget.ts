import { isRecord } from "../../kubernetes/index.ts";
import { shortenedMarked } from "../../render/index.ts";

/** A document of the published schemas. */
export type Document = { readonly [field: string]: unknown };

/** How many items of the lists with this name were left out. `texts`: how many texts lack their middle. */
export interface LeftOut {
  readonly list: string;
  readonly count: number;
}

/** As much of a document as was asked for. It still has the published schema. */
interface Part {
  readonly document: Document;
  readonly leftOut: readonly LeftOut[];
  /** Where the list goes on; `undefined` at its end. */
  readonly next: number | undefined;
}

/** What a reader can best do without: it says why, and in detail, what the rest says. */
const details: readonly string[] = ["evidence", "rules", "byCode", "byStorageClass", "byNamespace"];

/** How much all other lists and texts keep, one after the other, until what is left fits. */
const all: Level = { items: Number.POSITIVE_INFINITY, texts: "whole" };
const least: Level = { items: 0, texts: "shortened" };
const levels: readonly Level[] = [
  all,
  { items: 30, texts: "shortened" },
  { items: 10, texts: "shortened" },
  { items: 3, texts: "shortened" },
  least,
];

interface Level {
  readonly items: number;
  readonly texts: "whole" | "shortened";
}

/**
 * The document from one item of its main list on, in so many characters of JSON. First the details are left out, then the list ends
 * earlier. Only where a single item is too large, the other lists and the texts are cut too.
 *
 * @param list the field with the main list
 * @param from the number of its first item
 */
export function partOf(document: Document, list: string, from: number, budget: number): Part {
  const items = itemsIn(document, list);
  const whole = { ...document, [list]: items.slice(from) };
  if (sizeOf(whole) <= budget) return { document: whole, leftOut: [], next: undefined };
  const many = Math.max(1, mostThatFit(cut(whole, list, all).document, list, budget));
  const some = { ...document, [list]: items.slice(from, from + many) };
  for (const level of levels) {
    const { document: short, counts } = cut(some, list, level);
    if (sizeOf(short) <= budget) return part(short, counts, from + many);
  }
  // What stands around the list is that large: the item is counted, and can be asked about alone.
  const { document: short, counts } = cut({ ...some, [list]: [] }, list, least);
  counts.set(list, many);
  return part(short, counts, from + many);

  function part(short: Document, counts: ReadonlyMap<string, number>, next: number): Part {
    const ahead = Math.max(0, items.length - next);
    const left = new Map(counts);
    if (ahead > 0) left.set(list, (left.get(list) ?? 0) + ahead);
    return {
      document: short,
      leftOut: [...left].map(([name, count]) => ({ list: name, count })),
      next: ahead > 0 ? next : undefined,
    };
  }
}

function sizeOf(document: Document): number {
  return JSON.stringify(document).length;
}

/** The items of a list of the document; none where it has no such list. */
export function itemsIn(document: Document, list: string): readonly unknown[] {
  const items = document[list];
  return Array.isArray(items) ? items : [];
}

/** Each item is measured once. */
function mostThatFit(document: Document, list: string, budget: number): number {
  let left = budget - sizeOf({ ...document, [list]: [] });
  let many = 0;
  for (const item of itemsIn(document, list)) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0) break;
    many += 1;
  }
  return many;
}

/** A copy without the details, in which all lists but this one keep no more than the level says. */
function cut(document: Document, list: string, { items, texts }: Level) {
  const counts = new Map<string, number>();
  const count = (name: string, more: number) => {
    if (more > 0) counts.set(name, (counts.get(name) ?? 0) + more);
  };
  const short = (value: unknown, name: string): unknown => {
    if (typeof value === "string" && texts === "shortened") {
      const text = shortenedMarked(value);
      count("texts", text === value ? 0 : 1);
      return text;
    }
    if (Array.isArray(value)) {
      const kept = name === list ? value : value.slice(0, details.includes(name) ? 0 : items);
      count(name, value.length - kept.length);
      return kept.map((each) => short(each, name));
    }
    return isRecord(value) ? record(value) : value;
  };
  const record = (value: Document): Document =>
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, short(each, name)]));
  return { document: record(document), counts };
}
