import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import { isRecord, own, withArticle, words } from "../../kubernetes/index.ts";
import type { Draft } from "../../object-store/index.ts";
import { Malformed } from "../../object-store/index.ts";
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
export function objectIn(resource: Resource, item: unknown, implied: TypeMeta): ObjectIn<Resource> | string {
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
