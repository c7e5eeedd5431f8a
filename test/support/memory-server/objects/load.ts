import { randomUUID } from "node:crypto";
import type { ApiObject } from "./api-object.ts";
import { type JsonObject, objectIn, textIn } from "./json.ts";
import type { ServedKind } from "./kinds.ts";
import { keyOf, type Store } from "./store.ts";
import { timestamp } from "./timestamp.ts";

/** Stores objects as they are, and gives them what every stored object has. */
export function loaded(
  objects: readonly JsonObject[],
  store: Store,
  kinds: readonly ServedKind[],
  now: () => number,
): void {
  for (const object of objects) {
    const [apiVersion = "", kindName = ""] = [textIn(object, "apiVersion"), textIn(object, "kind")];
    const kind = kinds.find((each) => each.apiVersion === apiVersion && each.kind === kindName);
    if (kind === undefined) throw new Error(`the server does not serve ${apiVersion} ${kindName}`);
    const given = objectIn(object, "metadata");
    const name = textIn(given, "name") ?? "";
    const namespace = kind.namespaced ? (textIn(given, "namespace") ?? "default") : undefined;
    const metadata = {
      uid: randomUUID(),
      creationTimestamp: timestamp(now()),
      ...given,
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
    store.put(keyOf(kind, { name, namespace }), { ...object, metadata } as unknown as ApiObject);
  }
}
