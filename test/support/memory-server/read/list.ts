import type { ApiAnswer } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { without } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { badRequest, refusal } from "../objects/refusal.ts";
import type { Store } from "../objects/store.ts";
import { prefixOf } from "../objects/store.ts";
import type { Position } from "./continue-token.ts";
import { decode, encode, expired } from "./continue-token.ts";
import { revisionIn, tooLarge } from "./revision.ts";
import { selectorOf } from "./selected.ts";

export function list(
  store: Store,
  kind: ServedKind,
  namespace: string | undefined,
  query: URLSearchParams,
): ApiAnswer {
  const selector = selectorOf(query, kind);
  const prefix = prefixOf(kind, namespace);
  const { revision, after } = startOf(store, query);
  const all = store.under(prefix, revision).filter(([key]) => key.slice(prefix.length) > after);
  const found = all.filter(([, object]) => selector.has(object));
  const limit = Math.max(0, Number(query.get("limit") ?? 0)) || found.length;
  const page = found.slice(0, limit);
  const rest = found.length - page.length;
  const last = (page.at(-1)?.[0] ?? "").slice(prefix.length);
  const metadata = {
    resourceVersion: String(revision),
    ...(rest === 0 ? {} : { continue: encode({ revision, after: last }) }),
    ...(rest === 0 || selector.selects === "some" ? {} : { remainingItemCount: rest }),
  };
  const items = page.map(([, object]) => itemOf(object, kind));
  return { code: 200, body: { kind: `${kind.kind}List`, apiVersion: kind.apiVersion, metadata, items } };
}

function startOf(store: Store, query: URLSearchParams): Position {
  const token = query.get("continue") ?? "";
  if (token !== "") return goOn(store, decode(token), query);
  const revision = revisionIn(query);
  if (revision > store.revision) throw tooLarge(revision, store);
  if (query.get("resourceVersionMatch") !== "Exact") return { revision: store.revision, after: "" };
  if (revision < store.oldest) {
    const why = `The resourceVersion for the provided list is too old.`;
    throw refusal(410, "Expired", why);
  }
  return { revision, after: "" };
}

function goOn(store: Store, position: Position, query: URLSearchParams): Position {
  if (revisionIn(query) !== 0)
    throw badRequest("specifying resource version is not allowed when using continue");
  if (position.revision < 0) return { ...position, revision: store.revision };
  if (position.revision < store.oldest) throw expired(position);
  return position;
}

/** Items of built-in kinds do not say what kind they are of. */
function itemOf(object: ApiObject, { origin }: ServedKind): JsonObject {
  return origin === "custom" ? object : without(object, "kind", "apiVersion");
}
