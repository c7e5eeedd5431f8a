import type { Reading, Snapshot } from "../../src/cluster/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { kindNamed, kinds } from "../../src/kubernetes/index.ts";

/** The moment at which the clock of every test stands. */
export const now = "2026-11-20T12:00:00Z";

/** A snapshot in which every kind was read and holds only these objects, except for the `hidden` kinds. */
export function snapshotOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Snapshot {
  const items = new Map<Resource, KubeObject[]>(kinds.map(({ resource }) => [resource, []]));
  for (const object of objects) {
    const known = kindNamed(object.apiVersion, object.kind);
    if (known !== undefined) items.get(known.resource)?.push(object);
  }
  const readings = [...items].map(([resource, found]) => readingOf(resource, found, hidden));
  return { takenAt: now, clock: "flag", source: "test", skipped: [], readings };
}

function readingOf(resource: Resource, objects: readonly KubeObject[], hidden: readonly Resource[]): Reading {
  const scope = { of: "cluster" } as const;
  if (hidden.includes(resource)) return { read: false, resource, scope, reason: "Forbidden" };
  const items = objects;
  return { read: true, resource, scope, items };
}
