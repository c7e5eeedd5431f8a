import { defineWait } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import {
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
    const { name, namespace, uid } = volume.spec?.claimRef ?? {};
    if (volume.status?.phase !== "Bound" || isTerminating(volume) || name === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
    const isLive =
      claim.state === "found" && claim.object.metadata.uid === uid && !isTerminating(claim.object);
    return isLive ? podsHeldByVolume(claim.object, volume, cluster) : [];
  },
});
