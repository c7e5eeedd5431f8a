import type { Index, Recipe } from "../../cluster/index.ts";
import { ownerRecipe, recipes } from "../../cluster/index.ts";
import type { KubeObject, Resource } from "../../kubernetes/index.ts";
import { isTerminating, keyOf, kindOf, kinds } from "../../kubernetes/index.ts";

/**
 * How an index on objects of one kind is written.
 *
 * @param resource As in `v1/pods`.
 * @param together The indexes that are asked one after the other of many objects.
 * @returns takes the name of the index, the keys of an object, and what a store can make the same keys of
 */
export function indexOn<R extends Resource>(resource: R, together: () => readonly Index<R>[] = () => []) {
  return (name: string, keys: Index<R>["keys"], made?: Recipe): Index<R> => ({
    name,
    on: resource,
    keys,
    together,
    ...(made === undefined ? {} : { made }),
  });
}

/** One key, where there is something that it could be. */
export function keyIfAny(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

export function finalizersOfDeleted(object: KubeObject): readonly string[] {
  return isTerminating(object) ? [...new Set(object.metadata.finalizers ?? [])] : [];
}

export function afterPrefix({ metadata: { name } }: KubeObject, prefix: string): readonly string[] {
  return name.startsWith(prefix) && name !== prefix ? [name.slice(prefix.length)] : [];
}

/** Of the kinds that are gone through. */
const made: { readonly [R in Resource]?: { readonly [index: string]: Recipe } } = recipes;

/**
 * Key: the name of the object, or its namespace and name where the kind has namespaces: what others name it by. One index
 * for each kind. With the name at hand, ask `Cluster.get`; this is for going through many at a time.
 */
export const byName = onEachKind((resource) => {
  const { namespaced } = kindOf(resource);
  return indexOn(resource)(
    `by-name/${resource}`,
    ({ metadata }) => [namespaced ? keyOf(metadata.namespace ?? "", metadata.name) : metadata.name],
    made[resource]?.byName,
  );
});

/** Key: the uid of an owner. One index for each kind of dependent. */
export const dependentsByOwner = onEachKind((resource) =>
  indexOn(resource)(
    `dependents-by-owner/${resource}`,
    ({ metadata }) => [...new Set((metadata.ownerReferences ?? []).flatMap(({ uid }) => keyIfAny(uid)))],
    ownerRecipe,
  ),
);

function onEachKind(
  define: (resource: Resource) => Index<Resource>,
): <R extends Resource>(resource: R) => Index<R> {
  const indexes = new Map(kinds.map(({ resource }) => [resource, define(resource)]));
  return <R extends Resource>(resource: R) => {
    const index = indexes.get(resource);
    if (index === undefined) throw new Error(`no kind is defined for ${resource}`);
    // The map holds each index under the resource that it is on.
    return index as Index<R>;
  };
}
