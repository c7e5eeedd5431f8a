import { dump } from "js-yaml";
import type { Items, MissingOwner, Reading, Snapshot } from "../../cluster/index.ts";
import type { AnyObject, KubeObject } from "../../kubernetes/index.ts";
import { evictionAnnotations, inOrder, isRecord, originAnnotations } from "../../kubernetes/index.ts";
import { headerType } from "./header.ts";
import { versionOfImage } from "./treatment.ts";

const layout = { noRefs: true, lineWidth: -1, seqNoIndent: true } as const;

/** One line for each reading; the header stays readable however many there are. */
const headerLayout = { ...layout, flowLevel: 2 } as const;

/**
 * The snapshot as YAML documents: a header that says what was read, then every object once. The same snapshot always
 * makes the same text. Only fields of the kinds' shapes can be in it, so no container's environment and no Secret.
 */
export function writeSnapshot(snapshot: Snapshot): string {
  const documents = [...objectsOf(snapshot), ...(snapshot.otherOwners ?? [])].map((object) =>
    dump(stripped(object), layout),
  );
  return [dump(headerOf(snapshot), headerLayout), ...documents].join("---\n");
}

function headerOf({ takenAt, source, skipped, readings, missingOwners = [] }: Snapshot): object {
  return {
    ...headerType,
    takenAt,
    source: withoutCredentials(source),
    ...(skipped.length === 0 ? {} : { skipped: skipped.map(withoutCredentials) }),
    readings: readings.map(recorded),
    ...(missingOwners.length === 0 ? {} : { owners: missingOwners.map(recordedOwner) }),
  };
}

function recordedOwner({ owner, because, detail, plural }: MissingOwner): object {
  const { apiVersion, kind, namespace, name } = owner;
  const place = namespace === undefined ? {} : { namespace };
  const said = detail === undefined ? {} : { detail: withoutCredentials(detail) };
  return { apiVersion, kind, ...place, name, because, ...said, ...(plural === undefined ? {} : { plural }) };
}

function recorded(reading: Reading): object {
  const { resource, scope, read } = reading;
  if (reading.read) return { resource, scope, read, count: reading.items.length };
  const detail = reading.detail === undefined ? {} : { detail: withoutCredentials(reading.detail) };
  return { resource, scope, read, reason: reading.reason, ...detail };
}

function objectsOf({ readings }: Snapshot): readonly KubeObject[] {
  const byName = new Map<string, KubeObject>();
  for (const reading of readings) {
    const items: Items<KubeObject> = reading.read ? reading.items : [];
    for (const item of items) byName.set(orderOf(reading, item), item);
  }
  const sorted = [...byName].sort(([a], [b]) => inOrder(a, b));
  return sorted.map(([, object]) => object);
}

/** Unique, and kinds stay together. */
function orderOf({ resource }: Reading, { metadata }: KubeObject): string {
  return JSON.stringify([resource, metadata.namespace ?? "", metadata.name]);
}

/** Fields in which a person or a driver writes what they like. */
const freeTexts = new Set(["message", "mountOptions", "url"]);

/** The object as it goes into a file: its keys in order, only known annotations, no credentials in free text. */
function stripped(object: AnyObject): object {
  return copied(withKnownAnnotations(object), "");
}

function withKnownAnnotations(object: AnyObject): object {
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
    .map((key): readonly [string, unknown] => [
      key,
      copiedValue(value[key], field === "containers" && key === "image" ? "containers.image" : key),
    ]);
  return mapOf(entries.filter(([, inner]) => inner !== undefined));
}

function copiedValue(value: unknown, field: string): unknown {
  if (typeof value === "string" && field === "containers.image") return versionOfImage(value);
  if (field.endsWith("SecretRef")) return { name: masked, namespace: masked };
  if (typeof value === "string") return freeTexts.has(field) ? withoutCredentials(value) : value;
  return typeof value === "object" && value !== null ? copied(value, field) : value;
}

/** Without a prototype, so that every key is only a key. */
function mapOf(entries: readonly (readonly [string, unknown])[]): { [key: string]: unknown } {
  const map: { [key: string]: unknown } = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** Whose annotations pvguard reads: those of the storage controllers and its own. */
const keptPrefixes = [
  "pv.kubernetes.io/",
  "volume.kubernetes.io/",
  "volume.beta.kubernetes.io/",
  "volume.alpha.kubernetes.io/",
  "volumes.kubernetes.io/",
  "storageclass.kubernetes.io/",
  "storageclass.beta.kubernetes.io/",
  "csi.alpha.kubernetes.io/",
  "csi.volume.kubernetes.io/",
  "snapshot.storage.kubernetes.io/",
  "pvguard.dev/",
];

const keptKeys: ReadonlySet<string> = new Set([...originAnnotations, ...evictionAnnotations]);

/** Anything may stand in an annotation, so only the known ones go into a file. */
function isKeptAnnotation(key: string): boolean {
  return (
    keptKeys.has(key) ||
    key.endsWith("/populated-from") ||
    keptPrefixes.some((prefix) => key.startsWith(prefix))
  );
}

/** Stands for what is not written, as the name of a Secret. */
export const masked = "***";

/** In the words of a mount command, a URL, an HTTP header. */
const assigned = /\b(pass(?:word|wd|phrase)?|secret(?:_?key)?|access_?key|token|credentials?)=[^\s,;&"']+/gi;
const inUrl = /(\/\/)[^\s/@]{1,300}@/g;
const bearer = /\b(bearer|basic) [a-z0-9+/=._~-]{8,}/gi;

export function withoutCredentials(text: string): string {
  return text
    .replace(assigned, (_, name: string) => `${name}=${masked}`)
    .replace(inUrl, (_, slashes: string) => `${slashes}${masked}@`)
    .replace(bearer, (_, scheme: string) => `${scheme} ${masked}`);
}
