import { Bytes } from "./bytes";

/** Close to the times in a cluster, so that the distance of an item's first one from it is short; as in `../moments.ts`. */
const epoch: i64 = 1760000000;

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
  /** How many values of several parts are being written, one within the other. */
  static open: i32 = 0;

  static begin(): void {
    Item.out.length = Item.moments.length = Item.likening.length = 0;
    Item.news = Item.open = 0;
    Item.moment = epoch;
  }
}
