import { claimNameOf } from "../../../controllers/index.ts";
import type { Cluster, Found, PersistentVolumeClaim, Pod, PodVolume } from "../../../model/index.ts";

/** A volume of a pod that stands for a claim, with that claim. */
export interface ClaimSource {
  readonly volume: PodVolume;
  readonly claimName: string;
  readonly claim: Found<PersistentVolumeClaim>;
}

export function sourcesOf(pod: Pod, cluster: Cluster): readonly ClaimSource[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => {
    const claimName = claimNameOf(pod, volume);
    if (claimName === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", claimName, pod.metadata.namespace);
    return [{ volume, claimName, claim }];
  });
}
