import {
  type KubeObject,
  kindNamed,
  kinds,
  type Reading,
  type Resource,
  type Snapshot,
} from "../../src/model/index.ts";

/** The moment at which the clock of every test stands. */
export const now = "2026-11-20T12:00:00Z";

/** A snapshot in which every kind was read and holds just these objects, but for the `hidden` kinds. */
export function snapshotOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Snapshot {
  const readings = kinds.map(({ resource }) => readingOf(resource, objects, hidden));
  return { takenAt: now, clock: "flag", source: "test", skipped: [], readings };
}

function readingOf(resource: Resource, objects: readonly KubeObject[], hidden: readonly Resource[]): Reading {
  if (hidden.includes(resource))
    return { read: false, resource, scope: { of: "cluster" }, reason: "Forbidden" };
  const items = objects.filter(
    ({ apiVersion, kind }) => kindNamed(apiVersion, kind)?.resource === resource,
  ) as unknown as Extract<Reading, { read: true }>["items"];
  return { read: true, resource, scope: { of: "cluster" }, items };
}
