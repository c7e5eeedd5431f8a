import { type Index, keyOf, type Pod, type PodVolume, podsWithClaims, recipes } from "../../model/index.ts";

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
    const keys: string[] = [];
    for (const volume of pod.spec?.volumes ?? []) {
      const name = claimNameOf(pod, volume);
      const key = name === undefined ? undefined : keyOf(pod.metadata.namespace ?? "", name);
      if (key !== undefined && !keys.includes(key)) keys.push(key);
    }
    return keys;
  },
};
