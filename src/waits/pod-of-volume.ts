import type { Cluster } from "../cluster/index.ts";
import { defineWait } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import {
  podOfGoneNode,
  podsHeldByVolume,
  volumeStartNeeds,
  volumeStartReasons,
} from "./shared/pod-start/pods-held-by-volume.ts";

export default defineWait({
  wait: "pod-of-volume",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", ...volumeStartNeeds],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36",
  ],
  reasons: volumeStartReasons,
  holds(volume, cluster) {
    const claim = liveClaim(volume, cluster);
    return claim === undefined ? [] : podsHeldByVolume(claim, volume, cluster);
  },
  remark(volume, cluster) {
    const claim = liveClaim(volume, cluster);
    return claim === undefined ? undefined : podOfGoneNode(claim, cluster);
  },
});

function liveClaim(volume: PersistentVolume, cluster: Cluster): PersistentVolumeClaim | undefined {
  const { name, namespace, uid } = volume.spec?.claimRef ?? {};
  if (volume.status?.phase !== "Bound" || isTerminating(volume) || name === undefined) return undefined;
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  const isLive = claim.state === "found" && claim.object.metadata.uid === uid && !isTerminating(claim.object);
  return isLive ? claim.object : undefined;
}
