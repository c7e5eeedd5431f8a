import {
  type Cluster,
  everywhere,
  type Index,
  type KubeObject,
  type Listed,
  recipes,
} from "../../model/index.ts";

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

/** What a populator created for a claim and must remove before the claim is deleted. */
export function populatorHelpers({ metadata: { uid } }: KubeObject, cluster: Cluster): Listed<KubeObject> {
  const primes = cluster.lookup(primeClaims, uid, everywhere);
  const pods = cluster.lookup(populatorPods, uid, everywhere);
  if (!primes.read) return primes;
  return pods.read ? { read: true, items: [...pods.items, ...primes.items] } : pods;
}

function afterPrefix({ metadata: { name } }: KubeObject, prefix: string): readonly string[] {
  return name.startsWith(prefix) && name !== prefix ? [name.slice(prefix.length)] : [];
}
