import { Item } from "./item";
import { Now } from "./list";
import { shortestKept } from "./scalars";
import { hashOfBytes } from "./text";

/** How things stood where a value of several parts begins that is being written. */
@unmanaged
export class Begin {
  out: i32 = 0;
  moments: i32 = 0;
  news: i32 = 0;
}

/** As many as there can be messages within messages. */
const deepest: i32 = 64;
const begins: usize = heap.alloc(deepest * offsetof<Begin>());

function beginAt(depth: i32): Begin {
  if (depth >= deepest) unreachable();
  return changetype<Begin>(begins + depth * offsetof<Begin>());
}

/** Begins a value of several parts that is written now. */
export function beginWhole(): void {
  const begin = beginAt(Item.open++);
  begin.out = Item.out.length;
  begin.moments = Item.moments.length;
  begin.news = Item.news;
}

/** Ends the value that was begun last. If nothing in it is new, it may have come before: then its number takes its place. */
export function endWhole(owner: i32): void {
  const begin = beginAt(--Item.open);
  const out = Item.out;
  const length = out.length - begin.out;
  if (begin.news != Item.news || length < shortestKept) return;
  const written = out.start + begin.out;
  const number = Now.list.dictionary.numberOf(owner, hashOfBytes(written, length), written, length);
  if (number < 0) return;
  out.length = begin.out;
  out.number(<u64>number * 4 + (begin.moments == Item.moments.length ? 1 : 3));
}
