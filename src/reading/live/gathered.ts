import type { Items } from "../../cluster/index.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import type { BuiltIn, Draft } from "../../object-store/index.ts";
import { isBuiltIn, Malformed, PackedItems } from "../../object-store/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import type { Page } from "./page.ts";
import { objectIn } from "./page.ts";

/** So few take more room packed: that is made for many. */
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
    return isBuiltIn(this.#resource) ? this.#packed(this.#resource).draft(longest) : undefined;
  }

  /** Throws `Malformed`. */
  take(page: Page): void {
    if (page.items !== undefined) this.#decode(page.items);
    else if (page.draft !== undefined) this.#takePacked(page.draft);
  }

  items(): Items<ObjectIn<Resource>> {
    const parts = this.#parts.map((part) => (part instanceof PackedItems ? settled(part) : part));
    const [only = [], ...others] = parts;
    return others.length === 0 ? only : new Chain(parts);
  }

  #takePacked(draft: Draft): void {
    const last = this.#parts.at(-1);
    // A page before it came in JSON, after this one had begun.
    if (!(last instanceof PackedItems) || !last.began(draft))
      throw new Malformed("pages in both encodings", 0);
    const before = last.length;
    for (const refused of last.take(draft)) {
      const object = objectIn(this.#resource, refused, this.#implied);
      if (typeof object === "string") this.skipped.push(object);
    }
    this.length += last.length - before;
  }

  #packed(resource: BuiltIn): PackedItems<BuiltIn> {
    const last = this.#parts.at(-1);
    if (last instanceof PackedItems) return last;
    const made = new PackedItems(resource, this.#implied);
    this.#parts.push(made);
    return made;
  }

  #decode(page: readonly unknown[]): void {
    const last = this.#parts.at(-1);
    const items = Array.isArray(last) ? last : [];
    if (items !== last) this.#parts.push(items);
    for (const item of page) {
      const object = objectIn(this.#resource, item, this.#implied);
      if (typeof object === "string") this.skipped.push(object);
      else {
        items.push(object);
        this.length++;
      }
    }
  }
}

function settled(items: PackedItems<BuiltIn>): Items<ObjectIn<Resource>> {
  items.settle();
  return items.length <= fewObjects ? [...items] : items;
}

/** Items one after the other. */
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
