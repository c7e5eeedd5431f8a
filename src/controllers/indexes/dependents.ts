import { type Index, kinds, ownerRecipe, type Resource } from "../../model/index.ts";

const indexes: ReadonlyMap<string, Index<Resource>> = new Map(
  kinds.map(({ resource }) => [
    resource,
    {
      name: `dependents-by-owner/${resource}`,
      on: resource,
      made: ownerRecipe,
      keys: (object) => [...new Set((object.metadata.ownerReferences ?? []).flatMap(({ uid }) => uid || []))],
    },
  ]),
);

/** Key: the uid of an owner. One index for each kind of dependent. */
export function dependentsByOwner<R extends Resource>(resource: R): Index<R> {
  const index = indexes.get(resource);
  if (index === undefined) throw new Error(`no kind is defined for ${resource}`);
  // The map holds each index under the resource that it is on.
  return index as unknown as Index<R>;
}
