import type { Reading, Scope } from "../../cluster/index.ts";
import type { KubeObject, Resource } from "../../kubernetes/index.ts";
import { kindOf, kinds, say } from "../../kubernetes/index.ts";
import type { ReadHead, RecordedHead } from "../snapshot-file/index.ts";
import type { Contents, Kept } from "./contents.ts";
import { headsOf } from "./coverage.ts";
import { refuse } from "./limits.ts";

/** What a person says of an input, where it does not say so itself. */
export interface Said {
  /** The kinds of which it holds every object of the cluster. */
  readonly complete: "every kind" | readonly Resource[];
  /** The namespaces that it shows whole. None: what the input itself shows counts. */
  readonly namespaces: readonly string[];
}

export const nothingSaid: Said = { complete: [], namespaces: [] };

/** The heads, with what counts as read in the whole cluster after all. */
export function withWholeKinds(
  heads: readonly ReadHead[],
  objects: readonly Kept[],
  contents: readonly Contents[],
  { complete }: Said,
): readonly ReadHead[] {
  const all = complete === "every kind" ? kinds.map(({ resource }) => resource) : complete;
  const told = new Set<Resource>(all);
  const damage = contents.flatMap((each) => each.damage);
  const whole = all.flatMap((resource) => headsOf(resource, { of: "cluster" }, { objects, damage }));
  const others = heads.filter(({ resource }) => !told.has(resource));
  return [...readInEach(others, namesOfNamespaces([...whole, ...others], objects)), ...whole];
}

/** The names of all namespaces of the cluster; none where they were not all read. */
function namesOfNamespaces(heads: readonly ReadHead[], objects: readonly Kept[]): readonly string[] {
  const isWhole = heads.some(
    ({ resource, read, scope }) => resource === "v1/namespaces" && read && scope.of === "cluster",
  );
  if (!isWhole) return [];
  return objects.flatMap(({ resource, object }) =>
    resource === "v1/namespaces" ? [object.metadata.name] : [],
  );
}

/** A kind that was read in each namespace of the cluster, such as in a dump with a file for each, was read everywhere. */
function readInEach(heads: readonly ReadHead[], namespaces: readonly string[]): readonly ReadHead[] {
  if (namespaces.length === 0) return heads;
  const isEverywhere = (resource: Resource) => {
    const own = heads.filter((head) => head.resource === resource);
    const isIn = (namespace: string) =>
      own.filter(({ scope }) => scope.of === "namespace" && scope.namespace === namespace);
    return namespaces.every((name) => isIn(name).length > 0 && isIn(name).every(({ read }) => read));
  };
  const found = [...new Set(heads.map(({ resource }) => resource))].filter(
    (resource) => kindOf(resource).namespaced && isEverywhere(resource),
  );
  return [
    ...heads.filter(({ resource, scope }) => !(found.includes(resource) && scope.of === "cluster")),
    ...found.map((resource): ReadHead => ({ read: true, resource, scope: { of: "cluster" } })),
  ];
}

/** The readings with their objects, and one more for every kind that was not wholly read, which says so. */
export function assembled(heads: readonly ReadHead[], objects: readonly Kept[]): readonly Reading[] {
  const within = withinScope(objects);
  const distinct = [...new Map(heads.map((head) => [JSON.stringify(head), head])).values()];
  const byResource = grouped(distinct, ({ resource }) => resource);
  return kinds.flatMap(({ resource }) => {
    const own = byResource.get(resource) ?? [];
    const readings = own.map((head) => (head.read ? readingOf(head, within(resource, head.scope)) : head));
    const isTold = own.some(({ scope }) => scope.of === "cluster");
    return isTold ? readings : [...readings, notCollected(resource)];
  });
}

/** Finds the objects of a kind in a scope, by index: a file can have as many scopes as objects. */
function withinScope(objects: readonly Kept[]): (resource: Resource, scope: Scope) => readonly KubeObject[] {
  const byResource = grouped(objects, ({ resource }) => resource);
  const finders = new Map(
    [...byResource].map(([resource, kept]) => [resource, finder(kept.map(({ object }) => object))]),
  );
  return (resource, scope) => finders.get(resource)?.(scope) ?? [];
}

function readingOf(head: Extract<ReadHead, { read: true }>, items: readonly KubeObject[]): Reading {
  // The objects were grouped by the resource that the head names.
  return { ...head, items };
}

function notCollected(resource: Resource): Reading {
  return { read: false, resource, scope: { of: "cluster" }, reason: "NotCollected" };
}

function finder(objects: readonly KubeObject[]): (scope: Scope) => readonly KubeObject[] {
  const byNamespace = grouped(objects, ({ metadata }) => metadata.namespace ?? "");
  const byName = new Map(objects.map((object) => [nameIn(object.metadata), object]));
  return (scope) => {
    switch (scope.of) {
      case "cluster":
        return objects;
      case "namespace":
        return byNamespace.get(scope.namespace) ?? [];
      case "object": {
        const found = byName.get(nameIn(scope));
        return found === undefined ? [] : [found];
      }
      case "about":
        return (byNamespace.get(scope.namespace) ?? []).filter((object) => isAbout(object, scope));
    }
  };
}

function grouped<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

function nameIn({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string | undefined;
}): string {
  return `${namespace ?? ""}/${name}`;
}

function isAbout(object: KubeObject, scope: Extract<Scope, { of: "about" }>): boolean {
  if (!("involvedObject" in object)) return false;
  const about = object.involvedObject;
  return about?.kind === scope.kind && about.name === scope.name;
}

/** The readings that a snapshot file records, checked against the objects that follow. */
export function coverageOfRecord(heads: readonly RecordedHead[], contents: Contents): readonly ReadHead[] {
  if (contents.damage.length === 0) checkCounts(heads, contents);
  return heads.flatMap((recorded) => {
    const { count: _, ...head } = recorded;
    return head.read ? headsOf(head.resource, head.scope, contents) : [head];
  });
}

/** An object that another reading found later can add to a scope; none can go. */
function checkCounts(heads: readonly RecordedHead[], contents: Contents): void {
  const within = withinScope(contents.objects);
  for (const { resource, scope, count } of heads) {
    if (count === undefined || scope.of === "about") continue;
    const found = within(resource, scope).length;
    if (found >= count) continue;
    throw refuse(
      { file: contents.file },
      say`it should contain ${count} objects of ${resource}, but contains ${found}: it was cut off or changed`,
    );
  }
}
