import type { Reading, Snapshot } from "../../../src/cluster/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { kindNamed } from "../../../src/kubernetes/index.ts";

const prefix = "state-";

/** The name under which a state is planted. */
export function stateName(round: number, position: number | "sentinel"): string {
  return `${prefix}${round}-${position}`;
}

/** What one sees who sees only one state and what all share; for each of these states. */
export function byState(
  snapshot: Snapshot,
  names: Iterable<string>,
  homeOf: (object: KubeObject) => string | undefined,
): ReadonlyMap<string, Snapshot> {
  const shared = (object: KubeObject) => homeOf(object)?.startsWith(prefix) !== true;
  const split = snapshot.readings.map((reading) => ({ reading, parts: partsOf(reading, homeOf, shared) }));
  return new Map(
    [...names].map((name) => {
      const readings = split.map(({ reading, parts }) => withItems(reading, parts, name));
      return [name, { ...snapshot, readings }];
    }),
  );
}

interface Parts {
  readonly shared: readonly KubeObject[];
  readonly own: ReadonlyMap<string | undefined, readonly KubeObject[]>;
}

function partsOf(
  reading: Reading,
  homeOf: (object: KubeObject) => string | undefined,
  isShared: (object: KubeObject) => boolean,
): Parts {
  const items: readonly KubeObject[] = reading.read ? [...reading.items] : [];
  return { shared: items.filter(isShared), own: grouped(items, homeOf) };
}

function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function withItems(reading: Reading, { shared, own }: Parts, name: string): Reading {
  if (!reading.read) return reading;
  return { ...reading, items: [...shared, ...(own.get(name) ?? [])] };
}

/** The objects of one state. */
export function ownObjects(
  snapshot: Snapshot,
  name: string,
  homeOf: (object: KubeObject) => string | undefined,
): readonly KubeObject[] {
  return allObjects(snapshot).filter((object) => homeOf(object) === name);
}

export function isOneOf(resources: readonly Resource[]): (object: KubeObject) => boolean {
  return ({ apiVersion, kind }) =>
    resources.some((resource) => resource === kindNamed(apiVersion, kind)?.resource);
}

export function allObjects(snapshot: Snapshot): readonly KubeObject[] {
  return snapshot.readings.flatMap((reading): readonly KubeObject[] =>
    reading.read ? [...reading.items] : [],
  );
}
