import type { ServerResponse } from "node:http";
import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { refusal } from "../objects/refusal.ts";
import type { Change, Store } from "../objects/store.ts";
import { prefixOf } from "../objects/store.ts";
import { revisionIn } from "./revision.ts";
import type { Selector } from "./selected.ts";
import { selectorOf } from "./selected.ts";

interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: JsonObject;
}

/** Streams changes until the client goes or the time that it asked for is over. */
export function watch(
  store: Store,
  kind: ServedKind,
  namespace: string | undefined,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const [selector, prefix, revision] = [
    selectorOf(query, kind),
    prefixOf(kind, namespace),
    revisionIn(query),
  ];
  const send = (event: WatchEvent) => response.write(`${JSON.stringify(event)}\n`);
  response.writeHead(200, { "Content-Type": "application/json" });
  response.flushHeaders();
  if (revision > 0 && revision < store.oldest) {
    const told = refusal(410, "Expired", `too old resource version: ${revision} (${store.oldest})`);
    send({ type: "ERROR", object: typeof told.body === "string" ? {} : told.body });
    response.end();
    return;
  }
  for (const event of first(store, prefix, revision, selector, query, kind)) send(event);
  const stop = store.subscribe((change) => {
    if (!change.key.startsWith(prefix)) return;
    for (const event of eventOf(change, selector)) send(event);
  });
  const seconds = Number(query.get("timeoutSeconds") ?? 0) || 1800;
  const end = setTimeout(() => {
    if (query.get("allowWatchBookmarks") === "true") send(bookmark(kind, store.revision));
    response.end();
  }, seconds * 1000);
  response.on("close", () => {
    clearTimeout(end);
    stop();
  });
}

function first(
  store: Store,
  prefix: string,
  revision: number,
  selector: Selector,
  query: URLSearchParams,
  kind: ServedKind,
): readonly WatchEvent[] {
  const isStreamedList = query.get("sendInitialEvents") === "true";
  if (revision > 0 && !isStreamedList)
    return store.since(revision, prefix).flatMap((change) => eventOf(change, selector));
  const all = store.under(prefix).filter(([, object]) => selector.has(object));
  const added = all.map(([, object]): WatchEvent => ({ type: "ADDED", object }));
  const isListed = { "k8s.io/initial-events-end": "true" };
  return isStreamedList ? [...added, bookmark(kind, store.revision, isListed)] : added;
}

/** An object that comes to match the selector is new to who watches, and one that no longer does is gone. */
function eventOf({ type, object, previous }: Change, selector: Selector): readonly WatchEvent[] {
  const was = previous !== undefined && selector.has(previous);
  const is = type !== "DELETED" && selector.has(object);
  if (was && is) return [{ type: "MODIFIED", object }];
  if (is) return [{ type: "ADDED", object }];
  return was ? [{ type: "DELETED", object: goneOf(object, previous, type) }] : [];
}

function goneOf(object: ApiObject, previous: ApiObject, type: Change["type"]): ApiObject {
  if (type === "DELETED") return object;
  const { resourceVersion = "" } = object.metadata;
  return { ...previous, metadata: { ...previous.metadata, resourceVersion } };
}

function bookmark(
  kind: ServedKind,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): WatchEvent {
  const metadata = {
    resourceVersion: String(revision),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { type: "BOOKMARK", object: { kind: kind.kind, apiVersion: kind.apiVersion, metadata } };
}
