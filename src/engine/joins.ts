import { hashOf, type Index, type KubeObject, type ObjectIn, type Resource } from "../model/index.ts";
import type { Objects } from "./objects.ts";

/**
 * A question about all objects of a kind at a time: whose key have how many objects of a kind? `none`: such as claims that
 * no pod names. `another`: such as volumes with the handle of another volume.
 */
export interface Join<R extends Resource = Resource, S extends Resource = Resource> {
  readonly key: Index<R>;
  readonly among: Index<S>;
  readonly found: "none" | "some" | "another";
}

/**
 * The places of the objects of which one key at least is found so often. An object without a key is not among
 * them. Keys are compared by 64 bits.
 */
export function joinedPlaces<R extends Resource, S extends Resource>(
  { key, among, found }: Join<R, S>,
  objects: Objects,
  others: Objects,
): ReadonlySet<number> {
  // An index is only ever given objects of the resource it is on.
  const of = key as unknown as Index<Resource>;
  const on = among as unknown as Index<Resource>;
  const count = others.counter(on);
  switch (found) {
    case "none":
      return objects.placesWith(of, (hash, check) => count(hash, check, 1) === 0);
    case "some":
      return objects.placesWith(of, (hash, check) => count(hash, check, 1) > 0);
    case "another":
      return objects.placesWith(of, (hash, check) => count(hash, check, 2) > 1);
  }
}

/** The places of the objects of which some key is one of these others. By one hash, so that there can be more. */
export function placesNaming<R extends Resource, S extends Resource>(
  others: readonly KubeObject[],
  { key, among }: Pick<Join<R, S>, "key" | "among">,
  objects: Objects,
): ReadonlySet<number> {
  if (others.length === 0) return new Set();
  const hashes = new Set(others.flatMap((other) => among.keys(other as ObjectIn<S>).map(hashOf)));
  return objects.placesWith(key as unknown as Index<Resource>, (hash) => hashes.has(hash));
}
