import type { Items, ObjectIn, Resource } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { PackedItems } from "../packed/index.ts";
import { type BuiltIn, isBuiltIn, Messages } from "../protobuf/index.ts";
import { UnpackedItems } from "../unpacked/index.ts";
import { chained } from "./chain.ts";
import type { Taken } from "./list.ts";
import { type Page, passedOver, refusedMessage } from "./page.ts";

/**
 * How lists are kept that come in protobuf. `as they came`: short ones unpacked, for who asks about little that is in
 * them; then a `Malformed` can come as late as when an object is made.
 */
export type Keeping = "packed" | "as they came";

/** Bytes up to which a list is short. */
const longestUnpacked = 8 * 1024 * 1024;

const fewObjects = 16;

/** What has come of a list so far. */
export class Gathered {
  readonly #resource: Resource;
  readonly #implied: TypeMeta;
  readonly #parts: (PackedItems<BuiltIn> | UnpackedItems<BuiltIn> | ObjectIn<Resource>[])[] = [];
  #keeping: Keeping;
  /** What was passed over, in words for a person. */
  readonly skipped: string[] = [];
  length = 0;

  constructor(resource: Resource, implied: TypeMeta, keeping: Keeping) {
    this.#resource = resource;
    this.#implied = implied;
    this.#keeping = keeping;
  }

  /** Throws `Malformed`. */
  take(page: Page): Taken {
    if (page.messages !== undefined && isBuiltIn(this.#resource) && !this.#isShort(page))
      return this.#keep(page.messages, this.#resource);
    this.#decode(page);
    return "is done with";
  }

  items(): Items<ObjectIn<Resource>> {
    for (const part of this.#parts) if (part instanceof PackedItems) part.settle();
    const [only = [], ...others] = this.#parts;
    return others.length === 0 ? only : chained([only, ...others]);
  }

  /** The whole of a list that would take more room packed: that is made for many objects. */
  #isShort(page: Page): boolean {
    if (this.#keeping !== "packed" || this.length > 0 || page.token !== undefined) return false;
    return page.size() <= fewObjects;
  }

  #keep(messages: Messages, resource: BuiltIn): Taken {
    const items = this.#kept(resource);
    const before = items.length;
    const refused = items.addAll(messages);
    this.length += items.length - before;
    for (const message of refused)
      this.skipped.push(passedOver(refusedMessage(resource, message, this.#implied)));
    if (items instanceof PackedItems) return "is done with";
    if (items.bytes <= longestUnpacked) return "is kept";
    this.#pack(items, resource);
    return "is done with";
  }

  #kept(resource: BuiltIn): PackedItems<BuiltIn> | UnpackedItems<BuiltIn> {
    const last = this.#parts.at(-1);
    if (last !== undefined && !Array.isArray(last)) return last;
    const Kept = this.#keeping === "packed" ? PackedItems : UnpackedItems;
    const made = new Kept(resource, this.#implied);
    this.#parts.push(made);
    return made;
  }

  /** The list has become a long one. */
  #pack(items: UnpackedItems<BuiltIn>, resource: BuiltIn): void {
    const packed = new PackedItems(resource, this.#implied);
    for (const message of items.messages()) packed.addAll(Messages.of(message));
    this.#keeping = "packed";
    this.#parts.splice(-1, 1, packed);
  }

  #decode(page: Page): void {
    const items: ObjectIn<Resource>[] = [];
    for (const decoded of page.objects(this.#resource, this.#implied)) {
      if (decoded.ok) items.push(decoded.object);
      else this.skipped.push(passedOver(decoded));
    }
    const last = this.#parts.at(-1);
    if (Array.isArray(last)) for (const item of items) last.push(item);
    else this.#parts.push(items);
    this.length += items.length;
  }
}
