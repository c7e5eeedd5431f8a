import { type Index, type KubeObject, recipes } from "../../model/index.ts";

/** The working claim of a populator, in the populator's own namespace. Key: the uid of the claim to be filled. */
export const primeClaims: Index<"v1/persistentvolumeclaims"> = {
  name: "prime-claims",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].ofPopulator,
  keys: (claim) => afterPrefix(claim, "prime-"),
};

/** The pod that fills it. Key: the uid of the claim to be filled. */
export const populatorPods: Index<"v1/pods"> = {
  name: "populator-pods",
  on: "v1/pods",
  made: recipes["v1/pods"].ofPopulator,
  keys: (pod) => afterPrefix(pod, "populate-"),
};

function afterPrefix({ metadata: { name } }: KubeObject, prefix: string): readonly string[] {
  return name.startsWith(prefix) && name !== prefix ? [name.slice(prefix.length)] : [];
}
