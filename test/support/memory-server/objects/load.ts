import type { ApiObject } from "./api-object.ts";
import type { JsonObject } from "./json.ts";
import { objectIn, textIn } from "./json.ts";
import type { ServedKind } from "./kinds.ts";
import type { Store } from "./store.ts";
import { keyOf } from "./store.ts";

/** Stores objects as they are. One that has no uid gets that which the reader of files gives it. */
export function loaded(objects: readonly JsonObject[], store: Store, kinds: readonly ServedKind[]): void {
  for (const object of objects) {
    const { kind, name, namespace, given } = placeOf(object, kinds);
    const inside = namespace === undefined ? {} : { namespace };
    const uid = [kind.kind.toLowerCase(), ...Object.values(inside), name].join("-");
    const metadata = { uid, ...given, name, ...inside };
    store.put(keyOf(kind, { name, namespace }), { ...object, metadata } as ApiObject);
  }
}

/** Where it is stored. */
export function keyIn(object: JsonObject, kinds: readonly ServedKind[]): string {
  const { kind, name, namespace } = placeOf(object, kinds);
  return keyOf(kind, { name, namespace });
}

function placeOf(object: JsonObject, kinds: readonly ServedKind[]) {
  const [apiVersion = "", kindName = ""] = [textIn(object, "apiVersion"), textIn(object, "kind")];
  const kind = kinds.find((each) => each.apiVersion === apiVersion && each.kind === kindName);
  if (kind === undefined) throw new Error(`the server does not serve ${apiVersion} ${kindName}`);
  const given = objectIn(object, "metadata");
  const name = textIn(given, "name") ?? "";
  const namespace = kind.namespaced ? (textIn(given, "namespace") ?? "default") : undefined;
  return { kind, name, namespace, given };
}
