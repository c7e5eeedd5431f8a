import { dump } from "js-yaml";
import type { Items, KubeObject, Reading, Snapshot } from "../../model/index.ts";
import { withoutCredentials } from "./credentials.ts";
import { headerType } from "./header.ts";
import { stripped } from "./strip.ts";

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

function headerOf({ takenAt, source, skipped, readings }: Snapshot): object {
  return {
    ...headerType,
    takenAt,
    source: withoutCredentials(source),
    ...(skipped.length === 0 ? {} : { skipped: skipped.map(withoutCredentials) }),
    readings: readings.map(recorded),
  };
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
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, object]) => object);
}

/** Unique, and kinds stay together. */
function orderOf({ resource }: Reading, { metadata }: KubeObject): string {
  return JSON.stringify([resource, metadata.namespace ?? "", metadata.name]);
}
