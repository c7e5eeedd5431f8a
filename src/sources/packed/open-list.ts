import type { Messages } from "../protobuf/messages.ts";
import type { PackedDictionary, PackedRun } from "./packed-run.ts";
import type { FieldSetIn, ListAddress, Packer } from "./packer.ts";

/** What of a list is forgotten without having been ended, such as one that is asked for again in JSON. */
const forgotten = new FinalizationRegistry<() => void>((end) => end());

/** A list whose items are being packed. */
export class OpenList {
  readonly #packer: Packer;
  readonly #list: ListAddress;
  readonly #fieldSetIn: FieldSetIn;

  /** @param words the program of its kind */
  constructor(packer: Packer, words: Int32Array, fieldSetIn: FieldSetIn) {
    const list = packer.open(words);
    this.#packer = packer;
    this.#list = list;
    this.#fieldSetIn = fieldSetIn;
    forgotten.register(this, () => packer.exports.close(list), this);
  }

  /**
   * Packs some of the messages, from a place among them on. What came of it holds until more is packed, of whichever list.
   * Throws `Malformed`.
   */
  pack(messages: Messages, from: number): PackedRun {
    return this.#packer.pack(this.#list, messages, from, this.#fieldSetIn);
  }

  dictionary(): PackedDictionary {
    return this.#packer.dictionary(this.#list);
  }

  end(): void {
    forgotten.unregister(this);
    this.#packer.exports.close(this.#list);
  }
}
