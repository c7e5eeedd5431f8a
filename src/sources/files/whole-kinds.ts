import { kindOf, kinds, type Resource } from "../../model/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import type { Contents, Kept } from "./contents.ts";
import { headsOf } from "./coverage.ts";

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
