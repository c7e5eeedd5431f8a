import type { PackedRun } from "./packed-run.ts";
import type { DraftAddress, FieldSetIn, ListAddress, Packer } from "./packer.ts";
import { itemTag } from "./protobuf/messages.ts";
import { skipOther } from "./protobuf/other-field.ts";
import { Cursor } from "./protobuf/wire/cursor.ts";
import { Malformed } from "./protobuf/wire/malformed.ts";

/** So many bytes are packed at a time, which the processor then still has at hand. */
const atOnce = 1 << 17;
/** A tag, and a length of as many bytes as it can have. */
const longestBegin = 11;

/** What a page is packed by. */
export interface Packing {
  readonly packer: Packer;
  readonly list: ListAddress;
  readonly fieldSetIn: FieldSetIn;
}

/**
 * A page of a list, packed as it comes. Nothing of it belongs to the list until it has come as a whole; several can come at the
 * same time. The bytes are those of its items, each with its tag and its length before it.
 */
export class Draft {
  readonly #packing: Packing;
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
  constructor(packing: Packing, longest: number, forget: (draft: Draft) => void) {
    const { packer, list } = packing;
    this.#packing = packing;
    this.#longest = longest;
    this.#forget = forget;
    this.#address = packer.exports.draft(list);
  }

  /** Takes a piece, whose bytes are lent. Throws `Malformed`; then the page comes to nothing. */
  add(piece: Uint8Array): void {
    for (let rest = piece; this.#address !== undefined && rest.length > 0; ) {
      const room = this.#enough - this.#held;
      const part = rest.length <= room ? rest : rest.subarray(0, room);
      this.#packing.packer.add(this.#address, part);
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
    const { packer } = this.#packing;
    while (this.#held > 0) if (!this.#packSome(address)) this.#passOther(address);
    return packer.packed(address);
  }

  /** Drops everything that has come. */
  drop(): void {
    if (this.#address === undefined) return;
    const { packer, list } = this.#packing;
    packer.exports.letGo(list, this.#address);
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
    const { packer, list, fieldSetIn } = this.#packing;
    const before = this.#held;
    this.#held = packer.pack(list, address, fieldSetIn);
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
    const { packer } = this.#packing;
    const bytes = packer.left(address);
    const cursor = new Cursor(bytes);
    const tag = cursor.uint32(bytes.length);
    if (tag !== itemTag) skipOther(cursor, tag, bytes.length);
    else {
      cursor.delimited(bytes.length);
      throw new Malformed("a tag of more bytes than it needs", 0);
    }
    packer.exports.pass(address, cursor.at);
    this.#held -= cursor.at;
  }
}
