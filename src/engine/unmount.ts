import { claimNameOf, reportsInUse } from "../controllers/index.ts";
import type { Cluster, Node, PersistentVolume, Pod } from "../model/index.ts";

/**
 * The pod's node as it is once the pod's volumes are unmounted there; nothing when it reported none of them.
 * kubernetes/kubernetes pkg/kubelet SyncTerminatedPod, pkg/kubelet/nodestatus VolumesInUse, 1.36.
 */
export function unmounted(pod: Pod, cluster: Cluster): readonly Node[] {
  const found = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (found.state !== "found") return [];
  const node = found.object;
  const before = node.status?.volumesInUse ?? [];
  if (before.length === 0) return [];
  const volumes = volumesOf(pod, cluster);
  const isMounted = (name: string) =>
    !volumes.some((volume) => reportsInUse({ ...node, status: { volumesInUse: [name] } }, volume));
  const after = before.filter(isMounted);
  return after.length === before.length ? [] : [{ ...node, status: { ...node.status, volumesInUse: after } }];
}

/** The node as it is once nothing is mounted there. */
export function withoutMounts(node: Node): Node {
  return { ...node, status: { ...node.status, volumesInUse: [] } };
}

function volumesOf(pod: Pod, cluster: Cluster): readonly PersistentVolume[] {
  return (pod.spec?.volumes ?? []).flatMap((mount) => {
    const name = claimNameOf(pod, mount);
    if (name === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (claim.state !== "found") return [];
    const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
    return volume.state === "found" ? [volume.object] : [];
  });
}
