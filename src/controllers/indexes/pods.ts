import {
  type Cluster,
  type Index,
  inNamespace,
  type KubeObject,
  keyOf,
  type Listed,
  type ObjectRef,
  type Pod,
  type PodVolume,
  podsWithClaims,
  recipes,
  refOf,
} from "../../model/index.ts";

/**
 * The claim that a volume of a pod stands for: the one it names, or `<pod>-<volume>` of an ephemeral volume.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral VolumeClaimName, 1.36.
 */
export function claimNameOf(pod: Pod, volume: PodVolume): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  return volume.ephemeral === undefined ? undefined : `${pod.metadata.name}-${volume.name ?? ""}`;
}

/** Key: namespace and name of a claim. Holds finished, unscheduled and Terminating pods too. */
export const podsByClaim: Index<"v1/pods"> = {
  name: "pods-by-claim",
  on: "v1/pods",
  only: podsWithClaims,
  made: recipes["v1/pods"].byClaim,
  keys: (pod) => {
    const volumes = pod.spec?.volumes ?? [];
    if (volumes.length > many) return keysOfMany(pod, volumes);
    const keys: string[] = [];
    for (const volume of volumes) {
      const key = keyFor(pod, volume);
      if (key !== undefined && !keys.includes(key)) keys.push(key);
    }
    return keys;
  },
};

/** The pods that name a claim. */
export function podsOfClaim(claim: KubeObject | ObjectRef, cluster: Cluster): Listed<Pod> {
  const { name, namespace = "" } = refOf(claim);
  return cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
}

/** Few pods have so many volumes; who asks for each of their claims makes their keys as often. */
const many = 32;

const known = new WeakMap<Pod, readonly string[]>();

function keysOfMany(pod: Pod, volumes: readonly PodVolume[]): readonly string[] {
  const before = known.get(pod);
  if (before !== undefined) return before;
  const keys = [...new Set(volumes.flatMap((volume) => keyFor(pod, volume) ?? []))];
  known.set(pod, keys);
  return keys;
}

function keyFor(pod: Pod, volume: PodVolume): string | undefined {
  const name = claimNameOf(pod, volume);
  return name === undefined ? undefined : keyOf(pod.metadata.namespace ?? "", name);
}
