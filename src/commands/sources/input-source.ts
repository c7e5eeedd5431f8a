import type { Reading, Scope, Snapshot } from "../../cluster/index.ts";
import { covers } from "../../cluster/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { fieldMatcher, labelMatcher } from "../arguments/labels.ts";
import type { Answer, Query, Source } from "./source.ts";
import { scopeOf } from "./source.ts";

/** Files that were read whole: what they do not hold cannot be had. */
export function inputSource(start: Snapshot): Source {
  return {
    kind: "input",
    namespace: undefined,
    start: () => start,
    select: async (query) => selectIn(start, query),
    collect: async () => ({ readings: [], skipped: [] }),
    owners: async () => ({ found: [], missing: [] }),
    typeNamed: async () => ({ served: "no" }),
    async *watch() {},
    warnings: () => [],
    requests: () => 0,
    close() {},
  };
}

function selectIn(snapshot: Snapshot, query: Query): Answer {
  const readings = snapshot.readings.filter(({ resource }) => resource === query.resource);
  const objects = objectsIn(readings).filter(matcher(query));
  if (objects.length > 0) return { state: "found", objects, skipped: [] };
  const unread = unreadFor(readings, scopeOf(query), query);
  return unread === undefined
    ? { state: "found", objects, skipped: [] }
    : { state: "unread", reading: unread };
}

/** What keeps an empty answer from meaning that there is nothing. */
function unreadFor(
  readings: readonly Reading[],
  scope: Scope,
  { resource }: Query,
): (Reading & { readonly read: false }) | undefined {
  const covering = readings.filter((reading) => covers(reading.scope, scope));
  if (covering.some(({ read }) => read)) return undefined;
  const failed = covering.find((reading) => !reading.read);
  if (failed !== undefined && !failed.read) return failed;
  return { read: false, resource, scope, reason: "NotCollected" };
}

function objectsIn(readings: readonly Reading[]): readonly KubeObject[] {
  const last = new Map<string, KubeObject>();
  for (const reading of readings) {
    if (!reading.read) continue;
    for (const object of reading.items) {
      last.set(`${object.metadata.namespace ?? ""}/${object.metadata.name}`, object);
    }
  }
  return [...last.values()];
}

function matcher({ namespace, name, labels, fields }: Query): (object: KubeObject) => boolean {
  const byLabels = labelMatcher(labels ?? "");
  const byFields = fieldMatcher(fields ?? "");
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    (name === undefined || object.metadata.name === name) &&
    byLabels(object.metadata.labels ?? {}) &&
    byFields(object);
}
