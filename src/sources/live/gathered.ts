import type { Items, ObjectIn, Resource } from "../../model/index.ts";
import {
  type BuiltIn,
  type Draft,
  isBuiltIn,
  Malformed,
  type Messages,
  PackedItems,
} from "../../object-store/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { type Page, passedOver, refusedMessage, type WholePage } from "./page.ts";

const fewObjects = 16;

/** What has come of a list so far. */
export class Gathered {
  readonly #resource: Resource;
  readonly #implied: TypeMeta;
  readonly #parts: (PackedItems<BuiltIn> | ObjectIn<Resource>[])[] = [];
  /** What was passed over, in words for a person. */
  readonly skipped: string[] = [];
  length = 0;

  constructor(resource: Resource, implied: TypeMeta) {
    this.#resource = resource;
    this.#implied = implied;
  }

  /** Begins a page whose objects are packed while it comes, if they are to be. */
  draft(longest: number): Draft | undefined {
    return isBuiltIn(this.#resource) ? this.#kept(this.#resource).draft(longest) : undefined;
  }

  /** Throws `Malformed`. */
  take(page: Page): void {
    const resource = this.#resource;
    if (page.draft !== undefined) this.#takePacked(page.draft, resource);
    else if (page.messages !== undefined && isBuiltIn(resource) && !this.#isShort(page))
      this.#keep(page.messages, resource);
    else this.#decode(page);
  }

  items(): Items<ObjectIn<Resource>> {
    for (const part of this.#parts) if (part instanceof PackedItems) part.settle();
    const [only = [], ...others] = this.#parts;
    return others.length === 0 ? only : chained([only, ...others]);
  }

  #takePacked(draft: Draft, resource: Resource): void {
    const last = this.#parts.at(-1);
    // A page before it came in JSON, after this one had begun.
    if (!isBuiltIn(resource) || !(last instanceof PackedItems) || !last.began(draft))
      throw new Malformed("pages in both encodings", 0);
    const before = last.length;
    this.#passOver(last.take(draft), resource);
    this.length += last.length - before;
  }

  #passOver(refused: readonly Buffer[], resource: BuiltIn): void {
    for (const message of refused)
      this.skipped.push(passedOver(refusedMessage(resource, message, this.#implied)));
  }

  /** The whole of a list that would take more room packed: that is made for many objects. */
  #isShort(page: WholePage): boolean {
    if (this.length > 0 || page.token !== undefined) return false;
    return page.size() <= fewObjects;
  }

  #keep(messages: Messages, resource: BuiltIn): void {
    const items = this.#kept(resource);
    const before = items.length;
    const refused = items.addAll(messages);
    this.length += items.length - before;
    this.#passOver(refused, resource);
  }

  #kept(resource: BuiltIn): PackedItems<BuiltIn> {
    const last = this.#parts.at(-1);
    if (last !== undefined && !Array.isArray(last)) return last;
    const made = new PackedItems(resource, this.#implied);
    this.#parts.push(made);
    return made;
  }

  #decode(page: WholePage): void {
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

/** Items one after the other. */
function chained<T>(parts: readonly Items<T>[]): Items<T> {
  return new Chain(parts);
}

class Chain<T> implements Items<T> {
  readonly length: number;
  readonly #parts: readonly Items<T>[];

  constructor(parts: readonly Items<T>[]) {
    this.#parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  at(position: number): T | undefined {
    let left = position;
    for (const part of this.#parts) {
      if (left < part.length) return part.at(left);
      left -= part.length;
    }
    return undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const part of this.#parts) yield* part;
  }
}
