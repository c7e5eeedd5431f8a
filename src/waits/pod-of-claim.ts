import { defineWait } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import {
  podsHeldByVolume,
  volumeStartNeeds,
  volumeStartReasons,
} from "./shared/pod-start/pods-held-by-volume.ts";

export default defineWait({
  wait: "pod-of-claim",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes", ...volumeStartNeeds],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36",
    "rook/rook#4699",
  ],
  reasons: volumeStartReasons,
  holds(claim, cluster) {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
    // What else is wrong with the volume, as that it is being deleted, is said by other waits.
    return volume.state === "found" && !isTerminating(volume.object)
      ? podsHeldByVolume(claim, volume.object, cluster)
      : [];
  },
});
