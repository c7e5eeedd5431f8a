import type { Items, KubeObject } from "../model/index.ts";

/** Shorter lists are put together with their neighbours, so that there are few to look into. */
const short = 500;

/** Items, of which some were removed. */
interface Part {
  readonly items: Items<KubeObject>;
  readonly without: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();

/** The same objects in the same order, in fewer lists. */
export function joined(lists: readonly Items<KubeObject>[]): readonly Part[] {
  if (lists.length === 1) return lists.map(partOf);
  const parts: Part[] = [];
  let pool: KubeObject[] = [];
  for (const items of lists) {
    if (items.length === 0) continue;
    if (items.length < short) {
      if (pool.length === 0) parts.push({ items: pool, without: nothing });
      pool.push(...items);
    } else {
      parts.push(partOf(items));
      pool = [];
    }
  }
  return parts;
}

function partOf(items: Items<KubeObject>): Part {
  return items.rest === undefined
    ? { items, without: nothing }
    : { items: items.rest.of, without: items.rest.without };
}
