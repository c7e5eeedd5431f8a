import { Bytes } from "./bytes";
import { epoch } from "./codes";
import { Now } from "./list";
import { hashOfBytes, shortestKept } from "./scalars";

/** What has been written of the item at hand. */
export class Item {
  /** Where its message begins. */
  static start: usize = 0;
  static out: Bytes = new Bytes();
  /** Its moments: apart from them, much of an item is the same as of others. */
  static moments: Bytes = new Bytes();
  /** The last one: the next is written as its distance from it, which is short. */
  static moment: i64 = epoch;
  /** What tells which items are alike. */
  static likening: Bytes = new Bytes();
  /** What of the item was not in the dictionary when it was written. */
  static news: i32 = 0;

  static begin(): void {
    Item.out.length = Item.moments.length = Item.likening.length = 0;
    Item.news = 0;
    Item.moment = epoch;
  }
}

/**
 * Ends a value of several parts that was written. If nothing in it is new, it may have come before: then its number takes its
 * place.
 *
 * @param out how many bytes had been written when it began, and of moments, and what was new by then
 */
export function endWhole(owner: i32, out: i32, moments: i32, news: i32): void {
  const length = Item.out.length - out;
  if (news != Item.news || length < shortestKept) return;
  const written = Item.out.start + out;
  const number = Now.list.dictionary.numberOf(owner, hashOfBytes(written, length), written, length);
  if (number < 0) return;
  Item.out.length = out;
  Item.out.number(<u64>number * 4 + (moments == Item.moments.length ? 1 : 3));
}
