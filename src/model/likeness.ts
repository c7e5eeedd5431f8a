import type { Resource } from "./kinds/index.ts";
import type { Path } from "./part.ts";

/**
 * Where a store notes which objects of a kind have the same values: few of them are different, of many objects, and whole
 * questions depend on nothing else. A map is noted as a whole.
 */
export const notedLikenesses: { readonly [R in Resource]?: readonly Path[] } = {
  "v1/persistentvolumes": [
    ["metadata", "finalizers"],
    ["metadata", "annotations"],
    ["spec", "csi", "driver"],
    ["spec", "nodeAffinity"],
  ],
  "storage.k8s.io/v1/volumeattachments": [["metadata", "finalizers"]],
};

/** Is what objects have at all of these paths the same where what was noted is? */
export function isNoted(paths: readonly Path[], noted: readonly Path[]): boolean {
  return paths.every((path) => noted.some((above) => above.every((field, at) => field === path[at])));
}
