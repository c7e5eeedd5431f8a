import { type KubeObject, kinds, type Reading, type Resource, type Scope } from "../../model/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import type { Kept } from "./contents.ts";

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
export function withinScope(
  objects: readonly Kept[],
): (resource: Resource, scope: Scope) => readonly KubeObject[] {
  const byResource = grouped(objects, ({ resource }) => resource);
  const finders = new Map(
    [...byResource].map(([resource, kept]) => [resource, finder(kept.map(({ object }) => object))]),
  );
  return (resource, scope) => finders.get(resource)?.(scope) ?? [];
}

function readingOf(head: Extract<ReadHead, { read: true }>, items: readonly KubeObject[]): Reading {
  // The objects were grouped by the resource that the head names.
  return { ...head, items } as unknown as Reading;
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
  const about: { readonly kind?: string; readonly name?: string } = object.involvedObject ?? {};
  return about.kind === scope.kind && about.name === scope.name;
}
