import { defineWait } from "../engine/index.ts";
import { lostHolds } from "./shared/lost-holds.ts";
import { type LostReason, lostReasons } from "./shared/lost-reasons.ts";

export default defineWait<"v1/persistentvolumeclaims", LostReason>({
  wait: "lost",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes", "v1/pods", "storage.k8s.io/v1/volumeattachments"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim, 1.25 to 1.36",
    "kubernetes/kubernetes#127240",
    "kubernetes/kubernetes#60298",
    "kubernetes/kubernetes#112562",
  ],
  reasons: lostReasons,
  holds: (claim, cluster) => (claim.status?.phase === "Lost" ? lostHolds(claim, cluster) : []),
});
