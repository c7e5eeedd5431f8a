import { atOnce } from "./packer/codes.ts";
import type { DraftAddress, ListAddress, PackedDictionary, PackedRun, Packer } from "./packer.ts";
import { Cursor, delimited, Malformed } from "./protobuf/cursor.ts";

/** What of a list is forgotten without having been ended, such as one that is asked for again in JSON. */
const forgotten = new FinalizationRegistry<() => void>((end) => end());

/** A list whose items are being packed. */
export class OpenList {
  readonly #packer: Packer;
  readonly #list: ListAddress;
  /** Pages that come, or have come and were not taken. */
  readonly #drafts = new Set<Draft>();

  /** @param words the program of its kind */
  constructor(packer: Packer, words: Int32Array) {
    const list = packer.open(words);
    // What is called when the list is forgotten must not keep it from being that.
    const drafts = this.#drafts;
    this.#packer = packer;
    this.#list = list;
    forgotten.register(this, () => closed(packer, list, drafts), this);
  }

  /** Begins a page. It is this list's until it is dropped. */
  draft(longest: number): Draft {
    const drafts = this.#drafts;
    const draft = new Draft(this.#packer, this.#list, longest, (dropped) => drafts.delete(dropped));
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

/** A tag, and a length of as many bytes as it can have. */
const longestBegin = 11;
/** Before each item of a list. */
const itemTag = (2 << 3) | delimited;

/**
 * A page of a list, packed as it comes. Nothing of it belongs to the list until it has come as a whole; several can come at the
 * same time. The bytes are those of its items, each with its tag and its length before it.
 */
export class Draft {
  readonly #packer: Packer;
  readonly #list: ListAddress;
  readonly #longest: number;
  readonly #forget: (draft: Draft) => void;
  #address: DraftAddress | undefined;
  /** Bytes that have come and are not packed. */
  #held = 0;
  /** With so many, they are packed. */
  #enough = atOnce;

  /**
   * @param longest bytes of one item, if that is more than are packed at a time
   * @param forget the packer knows no more of it
   */
  constructor(packer: Packer, list: ListAddress, longest: number, forget: (draft: Draft) => void) {
    this.#packer = packer;
    this.#list = list;
    this.#longest = longest;
    this.#forget = forget;
    this.#address = packer.exports.draft(list);
  }

  /** Takes a piece, whose bytes are lent. Throws `Malformed`; then the page comes to nothing. */
  add(piece: Uint8Array): void {
    for (let rest = piece; this.#address !== undefined && rest.length > 0; ) {
      const room = this.#enough - this.#held;
      const part = rest.length <= room ? rest : rest.subarray(0, room);
      this.#packer.add(this.#address, part);
      this.#held += part.length;
      if (this.#held < this.#enough) return;
      this.#pack(this.#address);
      rest = rest.subarray(part.length);
    }
  }

  /** What has come of all pieces, until anything more is packed. Throws `Malformed`. */
  end(): PackedRun {
    const address = this.#address;
    if (address === undefined) throw new Error("a page that was released");
    while (this.#held > 0) if (!this.#packSome(address)) this.#passOther(address);
    return this.#packer.packed(address);
  }

  /** Drops everything that has come. */
  drop(): void {
    if (this.#address === undefined) return;
    this.#packer.exports.letGo(this.#list, this.#address);
    this.#address = undefined;
    this.#forget(this);
  }

  /** Leaves less than is packed at a time, unless it is an item that is not complete yet. */
  #pack(address: DraftAddress): void {
    while (this.#held >= atOnce)
      if (!this.#packSome(address) && !this.#passesOther(address)) {
        this.#widen();
        return;
      }
    this.#enough = atOnce;
  }

  #packSome(address: DraftAddress): boolean {
    const before = this.#held;
    this.#held = this.#packer.exports.pack(this.#list, address);
    return this.#held < before;
  }

  #widen(): void {
    const most = this.#longest + longestBegin;
    if (this.#held >= most) throw new Malformed("an object that is too large", 0);
    this.#enough = Math.min(2 * this.#held, most);
  }

  /** Whether what is left begins with something that is no item and is there as a whole: it is passed over. */
  #passesOther(address: DraftAddress): boolean {
    try {
      this.#passOther(address);
      return true;
    } catch (problem) {
      // It may only have broken off. If it has not, it is found to be so at the end of the page.
      if (problem instanceof Malformed) return false;
      throw problem;
    }
  }

  /** Throws `Malformed` for an item that the packer does not pack, and for one that breaks off. */
  #passOther(address: DraftAddress): void {
    const bytes = this.#packer.left(address);
    const cursor = new Cursor(bytes);
    const tag = cursor.uint32(bytes.length);
    if (tag === itemTag) {
      cursor.delimited(bytes.length);
      throw new Malformed("a tag of more bytes than it needs", 0);
    }
    // Its metadata comes before the items.
    if (tag >>> 3 <= itemTag >>> 3) throw new Malformed("a list of the wrong type", cursor.at);
    cursor.skip(tag & 7, bytes.length);
    this.#packer.exports.pass(address, cursor.at);
    this.#held -= cursor.at;
  }
}
