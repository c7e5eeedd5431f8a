import { Draft } from "./draft.ts";
import type { PackedDictionary } from "./packed-run.ts";
import type { FieldSetIn, ListAddress, Packer } from "./packer.ts";

/** What of a list is forgotten without having been ended, such as one that is asked for again in JSON. */
const forgotten = new FinalizationRegistry<() => void>((end) => end());

/** A list whose items are being packed. */
export class OpenList {
  readonly #packer: Packer;
  readonly #list: ListAddress;
  readonly #fieldSetIn: FieldSetIn;
  /** Pages that come, or have come and were not taken. */
  readonly #drafts = new Set<Draft>();

  /** @param words the program of its kind */
  constructor(packer: Packer, words: Int32Array, fieldSetIn: FieldSetIn) {
    const list = packer.open(words);
    // What is called when the list is forgotten must not keep it from being that.
    const drafts = this.#drafts;
    this.#packer = packer;
    this.#list = list;
    this.#fieldSetIn = fieldSetIn;
    forgotten.register(this, () => closed(packer, list, drafts), this);
  }

  /** Begins a page. It is this list's until it is dropped. */
  draft(longest: number): Draft {
    const packing = { packer: this.#packer, list: this.#list, fieldSetIn: this.#fieldSetIn };
    const drafts = this.#drafts;
    const draft = new Draft(packing, longest, (dropped) => drafts.delete(dropped));
    drafts.add(draft);
    return draft;
  }

  has(draft: Draft): boolean {
    return this.#drafts.has(draft);
  }

  dictionary(): PackedDictionary {
    return this.#packer.dictionary(this.#list);
  }

  end(): void {
    forgotten.unregister(this);
    closed(this.#packer, this.#list, this.#drafts);
  }
}

function closed(packer: Packer, list: ListAddress, drafts: Iterable<Draft>): void {
  for (const draft of drafts) draft.drop();
  packer.exports.close(list);
}
