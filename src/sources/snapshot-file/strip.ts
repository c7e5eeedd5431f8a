import type { KubeObject } from "../../model/index.ts";
import { isRecord } from "../decode/index.ts";
import { isKeptAnnotation } from "./annotations.ts";
import { withoutCredentials } from "./credentials.ts";

/** Fields in which a person or a driver writes what they like. */
const freeTexts = new Set(["message", "mountOptions", "url"]);

/** The object as it goes into a file: its keys in order, only known annotations, no credentials in free text. */
export function stripped(object: KubeObject): object {
  return copied(withKnownAnnotations(object), "");
}

function withKnownAnnotations(object: KubeObject): object {
  const { annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return object;
  const kept = Object.entries(annotations).filter(([key]) => isKeptAnnotation(key));
  return { ...object, metadata: { ...metadata, annotations: mapOf(kept) } };
}

function copied(value: object, field: string): object {
  if (Array.isArray(value)) return value.map((entry: unknown) => copiedValue(entry, field));
  if (!isRecord(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((key): readonly [string, unknown] => [key, copiedValue(value[key], key)]);
  return mapOf(entries.filter(([, inner]) => inner !== undefined));
}

function copiedValue(value: unknown, field: string): unknown {
  if (typeof value === "string") return freeTexts.has(field) ? withoutCredentials(value) : value;
  return typeof value === "object" && value !== null ? copied(value, field) : value;
}

/** Without a prototype, so that every key is only a key. */
function mapOf(entries: readonly (readonly [string, unknown])[]): { [key: string]: unknown } {
  const map: { [key: string]: unknown } = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}
