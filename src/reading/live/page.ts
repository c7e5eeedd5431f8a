import type { Items } from "../../cluster/index.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import { isRecord, own, withArticle, words } from "../../kubernetes/index.ts";
import type { BuiltIn, Draft } from "../../object-store/index.ts";
import { isBuiltIn, Malformed, PackedItems } from "../../object-store/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { decode } from "../decode/index.ts";
import { ComePage } from "./page-taker.ts";

/** A part of a list. */
export type Page = JsonPage | PackedPage;

interface AnyPage {
  /** Where the list goes on. */
  readonly token: string | undefined;
  /** How many more objects the server says there are. */
  readonly remaining: number | undefined;
  readonly isEmpty: boolean;
}

/** Its objects were packed while it came. */
interface PackedPage extends AnyPage {
  readonly draft: Draft | undefined;
  readonly items?: undefined;
}

interface JsonPage extends AnyPage {
  readonly items: readonly unknown[];
}

/** The page in the body of an answer; `kind` is as in `PodList`. Throws `Malformed` or an `AccessError`. */
export function pageIn(body: unknown, kind: string): Page {
  if (body instanceof Malformed) throw body;
  return body instanceof ComePage ? packedPage(body) : jsonPage(body, kind);
}

/** Its kind was looked at when it began. */
function packedPage({ begin: { token, remaining, from, to }, draft }: ComePage): Page {
  return { token, remaining, isEmpty: from === to, draft };
}

function jsonPage(body: unknown, kind: string): Page {
  if (!isRecord(body) || own(body, "kind") !== kind)
    throw untrustworthy("the server's answer is not the list that was asked for");
  const entries = own(body, "items");
  if (entries !== null && !Array.isArray(entries)) throw untrustworthy("the server's list has no items");
  const items: readonly unknown[] = entries ?? [];
  const metadata = own(body, "metadata");
  const token = isRecord(metadata) ? own(metadata, "continue") : undefined;
  const remaining = isRecord(metadata) ? own(metadata, "remainingItemCount") : undefined;
  return {
    token: typeof token === "string" && token !== "" ? token : undefined,
    remaining: typeof remaining === "number" ? remaining : undefined,
    isEmpty: items.length === 0,
    items,
  };
}

/** The object that an item of a list is, or in words for a person, which are untrusted, why it is passed over. */
function objectIn(resource: Resource, item: unknown, implied: TypeMeta): ObjectIn<Resource> | string {
  const decoded = decode(resource, item, implied);
  if (decoded.ok) return decoded.object;
  return `${nameOf(implied.kind, item)} was skipped: ${decoded.reason}`;
}

export function untrustworthy(what: string): AccessError {
  return new AccessError("protocol", words(what));
}

/** As far as an object that cannot be read says what it is called. */
function nameOf(kind: string, item: unknown): string {
  const metadata = isRecord(item) ? own(item, "metadata") : undefined;
  if (!isRecord(metadata)) return `${withArticle(kind)} without metadata`;
  const names = [own(metadata, "namespace"), own(metadata, "name")].filter(
    (name) => typeof name === "string",
  );
  return `${kind} ${names.join("/") || "without a name"}`;
}

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
