import { groupOf, kindNamed, type ObjectRef, pluralOf } from "../../model/index.ts";
import { whole } from "../escape.ts";

/** `namespaces/shop/persistentvolumeclaims/data`: a relative path for the object, which nothing can break out of. */
export function resourcePath(ref: ObjectRef): string {
  const { name, namespace } = ref;
  const parts = [...(namespace === undefined ? [] : ["namespaces", namespace]), typeOf(ref), name];
  return parts.map(segment).join("/");
}

/** `v1/PersistentVolumeClaim/shop/data`. */
export function qualifiedName({ apiVersion, kind, namespace, name }: ObjectRef): string {
  return whole([apiVersion, kind, ...(namespace === undefined ? [] : [namespace]), name].join("/"));
}

function typeOf({ apiVersion, kind }: ObjectRef): string {
  const resource = kindNamed(apiVersion, kind)?.resource;
  const plural = resource === undefined ? kind.toLowerCase() : pluralOf(resource);
  const group = groupOf(apiVersion);
  return group === "" ? plural : `${plural}.${group}`;
}

/** `.` and `..` would lead elsewhere. */
function segment(text: string): string {
  const encoded = encodeURIComponent(whole(text));
  return /^\.+$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded;
}
