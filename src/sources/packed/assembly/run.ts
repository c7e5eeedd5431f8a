import { Bytes } from "./bytes";

/** What came of a run of items: for each, one after the other. */
export class Run {
  /** The items as they are kept. */
  static items: Bytes = new Bytes();
  /** How long each is. */
  static lengths: Bytes = new Bytes();
  static names: Bytes = new Bytes();
  static namespaces: Bytes = new Bytes();
  /** For each 32 parts a bit each. */
  static parts: Bytes = new Bytes();
  /** The number of what tells which items are alike, or -1. */
  static likenesses: Bytes = new Bytes();
  /** Where items that were not taken begin and end, from the begin of the window. */
  static refused: Bytes = new Bytes();

  /** In the order of `../packer.ts`. */
  static column(at: i32): Bytes {
    switch (at) {
      case 0:
        return Run.items;
      case 1:
        return Run.lengths;
      case 2:
        return Run.names;
      case 3:
        return Run.namespaces;
      case 4:
        return Run.parts;
      case 5:
        return Run.likenesses;
      default:
        return Run.refused;
    }
  }

  static clear(): void {
    Run.items.length = Run.lengths.length = Run.names.length = Run.namespaces.length = 0;
    Run.parts.length = Run.likenesses.length = Run.refused.length = 0;
  }
}
