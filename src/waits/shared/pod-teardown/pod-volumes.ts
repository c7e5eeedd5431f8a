import { claimNameOf } from "../../../controllers/index.ts";
import type { Cluster, Listed, PersistentVolume, Pod } from "../../../model/index.ts";

/** The volumes behind a pod's claims, as far as they exist. */
export function volumesOf(pod: Pod, cluster: Cluster): Listed<PersistentVolume> {
  const volumes: PersistentVolume[] = [];
  for (const source of pod.spec?.volumes ?? []) {
    const claimName = claimNameOf(pod, source);
    if (claimName === undefined) continue;
    const claim = cluster.get("v1/persistentvolumeclaims", claimName, pod.metadata.namespace);
    if (claim.state === "unread") return { read: false, unread: claim.unread };
    const volumeName = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    if (volumeName === "") continue;
    const volume = cluster.get("v1/persistentvolumes", volumeName);
    if (volume.state === "unread") return { read: false, unread: volume.unread };
    if (volume.state === "found") volumes.push(volume.object);
  }
  return { read: true, items: volumes };
}
