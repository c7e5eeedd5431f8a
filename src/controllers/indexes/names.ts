import { type Index, keyOf, kindOf, kinds, type Recipe, type Resource, recipes } from "../../model/index.ts";

/** Of the kinds that are gone through. */
const made: { readonly [R in Resource]?: { readonly [index: string]: Recipe } } = recipes;

const indexes: ReadonlyMap<string, Index<Resource>> = new Map(
  kinds.map(({ resource }) => [resource, byOwnName(resource)]),
);

function byOwnName(resource: Resource): Index<Resource> {
  const { namespaced } = kindOf(resource);
  const recipe = made[resource]?.byName;
  return {
    name: `by-name/${resource}`,
    on: resource,
    ...(recipe === undefined ? {} : { made: recipe }),
    keys: ({ metadata }) => [namespaced ? keyOf(metadata.namespace ?? "", metadata.name) : metadata.name],
  };
}

/**
 * Key: the name of the object, or its namespace and name where the kind has namespaces: what others name it by. One index
 * for each kind. With the name at hand, ask `Cluster.get`; this is for going through many at a time.
 */
export function byName<R extends Resource>(resource: R): Index<R> {
  const index = indexes.get(resource);
  if (index === undefined) throw new Error(`no kind is defined for ${resource}`);
  // The map holds each index under the resource that it is on.
  return index as unknown as Index<R>;
}

/** Key: namespace, name and uid, and the volume that `spec.volumeName` names. */
export const claimsByBond: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-bond",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].byBond,
  keys: ({ metadata, spec }) =>
    spec?.volumeName === undefined
      ? []
      : [keyOf(metadata.namespace ?? "", metadata.name, metadata.uid, spec.volumeName)],
};

/** Key: namespace, name and uid of `spec.claimRef`, and the volume's own name: the same where each names the other. */
export const volumesByBond: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-bond",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byBond,
  keys: ({ metadata, spec }) => {
    const { namespace = "", name = "", uid } = spec?.claimRef ?? {};
    return uid === undefined ? [] : [keyOf(namespace, name, uid, metadata.name)];
  },
};
