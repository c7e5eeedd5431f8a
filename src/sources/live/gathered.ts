import type { Items, ObjectIn, Resource } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { PackedItems } from "../packed/index.ts";
import { type BuiltIn, isBuiltIn } from "../protobuf/index.ts";
import { chained } from "./chain.ts";
import { type Page, refusedMessage } from "./page.ts";

/** What has come of a list so far: packed where it came in protobuf. */
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

  /** Throws `Malformed`. */
  take(page: Page): void {
    if (page.messages !== undefined && isBuiltIn(this.#resource)) this.#pack(page.messages, this.#resource);
    else this.#decode(page);
  }

  items(): Items<ObjectIn<Resource>> {
    for (const part of this.#parts) if (part instanceof PackedItems) part.settle();
    const [only = [], ...others] = this.#parts;
    return others.length === 0 ? only : chained([only, ...others]);
  }

  #pack(messages: readonly Buffer[], resource: BuiltIn): void {
    const items = this.#packed(resource);
    for (const message of messages) {
      if (items.add(message) === "taken") this.length++;
      else this.#skip(refusedMessage(resource, message, this.#implied));
    }
  }

  #packed(resource: BuiltIn): PackedItems<BuiltIn> {
    const last = this.#parts.at(-1);
    if (last instanceof PackedItems) return last;
    const made = new PackedItems(resource, this.#implied);
    this.#parts.push(made);
    return made;
  }

  #decode(page: Page): void {
    const items: ObjectIn<Resource>[] = [];
    for (const decoded of page.objects(this.#resource, this.#implied)) {
      if (decoded.ok) items.push(decoded.object);
      else this.#skip(decoded);
    }
    const last = this.#parts.at(-1);
    if (Array.isArray(last)) last.push(...items);
    else this.#parts.push(items);
    this.length += items.length;
  }

  #skip({ name, reason }: { readonly name: string; readonly reason: string }): void {
    this.skipped.push(`${name} was passed over: ${reason}`);
  }
}
