import type { SeenRef } from "./act.ts";
import { isRecord, own } from "./record.ts";

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
  const value = parsed(text);
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  if (!isRecord(value) || !isRecord(metadata)) return undefined;
  const [apiVersion, kind] = [textIn(value, "apiVersion"), textIn(value, "kind")];
  const [name, namespace, uid, resourceVersion] = ["name", "namespace", "uid", "resourceVersion"].map(
    (field) => textIn(metadata, field),
  );
  if (!apiVersion || !kind || !name || !uid || !resourceVersion) return undefined;
  const place = namespace === undefined ? {} : { namespace };
  return { text, ref: { apiVersion, kind, name, ...place, uid }, resourceVersion };
}

export function fieldsOf({ text }: RawObject): RawFields {
  const value = parsed(text);
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  const record = isRecord(metadata) ? metadata : {};
  const finalizers = own(record, "finalizers");
  const grace = own(record, "deletionGracePeriodSeconds");
  return {
    value,
    deletionTimestamp: textIn(record, "deletionTimestamp"),
    graceSeconds: typeof grace === "number" ? grace : 0,
    finalizers: Array.isArray(finalizers) ? finalizers.map(String) : [],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textIn(record: { readonly [key: string]: unknown }, field: string): string | undefined {
  const value = own(record, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}
