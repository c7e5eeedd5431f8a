import { AccessError } from "../../connection/kubeconfig/index.ts";
import { type ObjectIn, type Resource, withArticle, words } from "../../model/index.ts";
import type { Draft } from "../../object-store/index.ts";
import {
  type BuiltIn,
  decodeItem,
  isBuiltIn,
  Malformed,
  type Messages,
  ProtobufList,
  readFields,
} from "../../object-store/index.ts";
import { decode, isRecord, own, type TypeMeta } from "../decode/index.ts";
import { ComePage } from "./page-taker.ts";

/** `name` is what it is called, as far as it says. `reason` can quote it: untrusted. */
type Refused = { readonly ok: false; readonly name: string; readonly reason: string };

type PageObject = { readonly ok: true; readonly object: ObjectIn<Resource> } | Refused;

/** In words for a person. Untrusted. */
export function passedOver({ name, reason }: Refused): string {
  return `${name} was skipped: ${reason}`;
}

/** A part of a list. */
export type Page = WholePage | PackedPage;

interface AnyPage {
  /** Where the list goes on. */
  readonly token: string | undefined;
  /** How many more objects the server says there are. */
  readonly remaining: number | undefined;
  readonly isEmpty: boolean;
}

/** Its objects were packed while it came. */
interface PackedPage extends AnyPage {
  readonly draft: Draft;
}

export interface WholePage extends AnyPage {
  readonly draft?: undefined;
  /** Of protobuf: the message of each object. */
  readonly messages?: Messages;
  /** How many objects it has. Throws `Malformed` where protobuf cannot be read, as `objects` does. */
  size(): number;
  objects(resource: Resource, implied: TypeMeta): Iterable<PageObject>;
}

/** The page in the body of an answer; `kind` is as in `PodList`. Throws `Malformed` or an `AccessError`. */
export function pageIn(body: unknown, kind: string): Page {
  if (body instanceof Malformed) throw body;
  if (body instanceof ComePage) return packedPage(body);
  return body instanceof ProtobufList ? protobufPage(body, kind) : jsonPage(body, kind);
}

/** Its kind was looked at when it began. */
function packedPage({ begin: { token, remaining, from, to }, draft }: ComePage): Page {
  return { token, remaining, isEmpty: from === to, draft };
}

function protobufPage({ kind: said, token, remaining, items }: ProtobufList, kind: string): WholePage {
  if (said !== kind) throw anotherList();
  return {
    token,
    remaining,
    isEmpty: items.from === items.to,
    messages: items,
    size: () => items.length,
    *objects(resource, implied) {
      if (!isBuiltIn(resource)) throw new Malformed("a kind that has no protobuf", 0);
      for (const item of items) {
        const decoded = decodeItem(resource, item, implied);
        yield decoded.ok ? decoded : refusedMessage(resource, item, implied);
      }
    },
  };
}

/** What to say of a message that is none of an object. */
export function refusedMessage(resource: BuiltIn, message: Buffer, implied: TypeMeta): Refused {
  const decoded = decodeItem(resource, message, implied);
  const reason = decoded.ok ? "it is not an object" : decoded.reason;
  return { ok: false, name: nameOf(implied.kind, readFields(resource, message)), reason };
}

function jsonPage(body: unknown, kind: string): WholePage {
  if (!isRecord(body) || own(body, "kind") !== kind) throw anotherList();
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
    size: () => items.length,
    *objects(resource, implied) {
      for (const item of items) {
        const decoded = decode(resource, item, implied);
        yield decoded.ok ? decoded : { ...decoded, name: nameOf(implied.kind, item) };
      }
    },
  };
}

export function untrustworthy(what: string): AccessError {
  return new AccessError("protocol", words(what));
}

function anotherList(): AccessError {
  return untrustworthy("the server's answer is not the list that was asked for");
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
