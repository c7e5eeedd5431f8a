import { Bytes } from "./bytes";
import { Holes } from "./holes";

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
  /** How many of the values that tell which items are alike have been written. */
  static likened: i32 = 0;
  /** Of which values sinks have heard, within a value of several parts: the sinks, and where it begins and ends. */
  static heard: Bytes = new Bytes();
  /** What of the item was not in the dictionary when it was written. */
  static news: i32 = 0;
  /** How many values of several parts are being written, one within the other. */
  static open: i32 = 0;

  static begin(): void {
    Item.out.length = Item.moments.length = Item.likening.length = Item.heard.length = 0;
    Holes.all.length = 0;
    Item.likened = Item.news = Item.open = 0;
    Item.moment = epoch;
  }
}
