import type { Index, Recipe } from "../../cluster/index.ts";
import { ownerRecipe, recipes } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { keyOf, kindOf, kinds } from "../../kubernetes/index.ts";
import { indexOn, keyIfAny } from "./define.ts";

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
