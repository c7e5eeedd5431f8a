import type { SeenRef } from "./object.ts";

/** An object as the server gave it, whole. */
export interface RawObject {
  /** The JSON text of the answer. */
  readonly text: string;
  readonly ref: SeenRef;
  readonly resourceVersion: string;
}

/** What a raw object says of itself, as far as a write depends on it. */
interface RawFields {
  readonly value: unknown;
  readonly deletionTimestamp: string | undefined;
  readonly graceSeconds: number;
  readonly finalizers: readonly string[];
}

/** The object in this JSON text; `undefined` if it is none, or does not say which one it is. */
export function rawObject(text: string): RawObject | undefined {
  const value = parsedJson(text);
  if (!isRecord(value)) return undefined;
  const metadata = recordIn(value, "metadata");
  const [apiVersion, kind] = [textIn(value, "apiVersion"), textIn(value, "kind")];
  const [name, namespace, uid, resourceVersion] = ["name", "namespace", "uid", "resourceVersion"].map(
    (field) => textIn(metadata, field),
  );
  if (!apiVersion || !kind || !name || !uid || !resourceVersion) return undefined;
  const place = namespace === undefined ? {} : { namespace };
  return { text, ref: { apiVersion, kind, name, ...place, uid }, resourceVersion };
}

export function fieldsOf({ text }: RawObject): RawFields {
  const value = parsedJson(text);
  const metadata = recordIn(value, "metadata");
  const finalizers = own(metadata, "finalizers");
  const grace = own(metadata, "deletionGracePeriodSeconds");
  return {
    value,
    deletionTimestamp: textIn(metadata, "deletionTimestamp"),
    graceSeconds: typeof grace === "number" ? grace : 0,
    finalizers: Array.isArray(finalizers) ? finalizers.map(String) : [],
  };
}

/** What a JSON text says; `undefined` where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record that a value has at a field; an empty one where there is none. */
export function recordIn(value: unknown, field: string): { readonly [key: string]: unknown } {
  const found = isRecord(value) ? own(value, field) : undefined;
  return isRecord(found) ? found : {};
}

/** A text that is not empty. */
export function textIn(record: { readonly [key: string]: unknown }, field: string): string | undefined {
  const value = own(record, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What stands at a JSON pointer (RFC 6901). `no-parent`: not even what would hold it is there. */
export type Pointed =
  | { readonly state: "found"; readonly value: unknown }
  | { readonly state: "absent" }
  | { readonly state: "no-parent" };

export function pointedAt(root: unknown, path: string): Pointed {
  const names = namesIn(path);
  let found: Pointed = path === "" || path.startsWith("/") ? { state: "found", value: root } : noParent;
  for (const name of names) {
    if (found.state !== "found") return noParent;
    found = memberOf(found.value, name);
  }
  return found;
}

/** The text there, unless it is empty. */
export function textAt(root: unknown, path: string): string | undefined {
  const found = pointedAt(root, path);
  return found.state === "found" && typeof found.value === "string" && found.value !== ""
    ? found.value
    : undefined;
}

/** Whether two JSON values are the same, as `test` of RFC 6902 compares them. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSameJson(value, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

const noParent: Pointed = { state: "no-parent" };

function memberOf(holder: unknown, name: string): Pointed {
  if (Array.isArray(holder)) {
    const isIndex = /^(0|[1-9]\d*)$/.test(name) && Number(name) < holder.length;
    return isIndex ? { state: "found", value: holder[Number(name)] } : { state: "absent" };
  }
  if (!isRecord(holder)) return noParent;
  return Object.hasOwn(holder, name) ? { state: "found", value: own(holder, name) } : { state: "absent" };
}

/** The names in a JSON pointer, without its escapes. RFC 6901, section 3. */
export function namesIn(path: string): readonly string[] {
  return path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A name as one part of a JSON pointer. RFC 6901, section 3. */
export function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Whether an untrusted value is a JSON object. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an object itself says of a field, never what its prototype says. */
export function own(record: { readonly [key: string]: unknown }, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}
