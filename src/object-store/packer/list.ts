import { Dictionary } from "./dictionary";
import { Draft } from "./draft";
import { RecentSets } from "./field-set";
import { Notes } from "./notes";
import { word } from "./program";

/** What stands at the begin of a program. */
export namespace Head {
  export const layout: i32 = 1;
  export const owners: i32 = 2;
  export const values: i32 = 3;
  export const hits: i32 = 4;
  export const name: i32 = 5;
  export const uid: i32 = 6;
  export const namespace: i32 = 7;
  /** 1 for a kind whose objects have a namespace, 0 for others. */
  export const isNamespaced: i32 = 8;
  export const columns: i32 = 9;
  export const parts: i32 = 10;
  /** How many paths tell which items are alike. */
  export const likenesses: i32 = 11;
}

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
