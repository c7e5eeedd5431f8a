import { Bytes, discard } from "./bytes";
import { atOnce } from "./codes";
import { cleared, Dictionary } from "./dictionary";
import { RecentSets } from "./field-set";
import { KeyColumn } from "./keys";
import { Notes } from "./notes";
import { word } from "./program";

/** What is kept of a list while its items are packed. */
@unmanaged
export class List {
  program: usize;
  recipes: i32;
  dictionary: Dictionary = new Dictionary();
  /** What tells which items are alike. */
  likenesses: Dictionary = new Dictionary();
  fieldSets: RecentSets = new RecentSets();
  notes: Notes;
  /** One that no page is being made of, or 0. */
  spare: usize = 0;

  constructor(program: usize, values: i32, hits: i32, recipes: i32) {
    this.program = program;
    this.recipes = recipes;
    this.notes = new Notes(values, hits);
  }

  draft(): Draft {
    const spare = this.spare;
    this.spare = 0;
    if (spare != 0) return changetype<Draft>(spare);
    return new Draft(this.recipes);
  }

  /** Drops a draft that is no longer asked. */
  giveBack(draft: Draft): void {
    if (this.spare != 0) draft.free();
    else {
      draft.clear();
      this.spare = changetype<usize>(draft);
    }
  }

  free(): void {
    this.dictionary.free();
    this.likenesses.free();
    this.fieldSets.free();
    this.notes.free();
    if (this.spare != 0) changetype<Draft>(this.spare).free();
    heap.free(this.program);
    heap.free(changetype<usize>(this));
  }
}

/** The list that an item is packed of, and what comes of its page. */
export class Now {
  static list: List = changetype<List>(0);
  static notes: Notes = changetype<Notes>(0);
  static draft: Draft = changetype<Draft>(0);
  static head: usize = 0;
}

export function headOf(place: i32): i32 {
  return word(Now.head, place);
}

/** What has come of the items of a page so far, which comes in pieces. Once that was taken, it is used for another page. */
@unmanaged
export class Draft {
  /** What has come and is not packed yet. */
  window: Bytes = new Bytes();
  /** The items as they are kept. */
  items: Bytes = new Bytes();
  /** How long each is. */
  lengths: Bytes = new Bytes();
  names: Bytes = new Bytes();
  namespaces: Bytes = new Bytes();
  /** For each 32 parts a bit each. */
  parts: Bytes = new Bytes();
  /** The number of what tells which items are alike, or -1. */
  likenesses: Bytes = new Bytes();
  /** Messages that were not taken, and how long each is. */
  refused: Bytes = new Bytes();
  refusedLengths: Bytes = new Bytes();
  /** One for each recipe. */
  keys: usize;
  keyCount: i32;

  constructor(keyCount: i32) {
    this.keys = cleared(keyCount);
    this.keyCount = keyCount;
    for (let at = 0; at < keyCount; at++)
      store<usize>(this.keys + (at << 2), changetype<usize>(new KeyColumn()));
    this.window.reserve(atOnce);
  }

  /** Begins another page. */
  clear(): void {
    for (let at = 0; at <= columns; at++) this.column(at).length = 0;
    for (let at = 0; at < this.keyCount; at++) this.keysOf(at).clear();
    if (this.window.room > atOnce) {
      this.window.free();
      this.window.reserve(atOnce);
    }
  }

  keysOf(recipe: i32): KeyColumn {
    return changetype<KeyColumn>(load<usize>(this.keys + (recipe << 2)));
  }

  /** In the order of `../packer.ts`. */
  column(at: i32): Bytes {
    switch (at) {
      case 0:
        return this.items;
      case 1:
        return this.lengths;
      case 2:
        return this.names;
      case 3:
        return this.namespaces;
      case 4:
        return this.parts;
      case 5:
        return this.likenesses;
      case 6:
        return this.refused;
      case 7:
        return this.refusedLengths;
      default:
        return this.window;
    }
  }

  /** Begins an item; what was noted of one that was not taken is forgotten. */
  begin(): void {
    for (let at = 0; at < this.keyCount; at++) this.keysOf(at).begin();
  }

  refuse(from: usize, to: usize): void {
    this.begin();
    this.refused.copy(from, <i32>(to - from));
    this.refusedLengths.word(<i32>(to - from));
  }

  /** Drops the first bytes that are not packed yet. */
  pass(length: i32): void {
    this.window.length -= length;
    memory.copy(this.window.start, this.window.start + length, this.window.length);
  }

  free(): void {
    for (let at = 0; at <= columns; at++) discard(this.column(at));
    for (let at = 0; at < this.keyCount; at++) this.keysOf(at).free();
    heap.free(this.keys);
    heap.free(changetype<usize>(this));
  }
}

/** The last of them is the window. */
const columns: i32 = 8;
