import { annotationNames } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { annotationOf, isTerminating, type PersistentVolumeClaim } from "../model/index.ts";
import { lostHolds } from "./shared/lost/holds.ts";
import { type LostReason, lostReasons } from "./shared/lost/reasons.ts";

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
  holds: (claim, cluster) => (isLost(claim) ? lostHolds(claim, cluster) : []),
});

/** A Pending claim that counts as bound before is judged like a Lost one at the next sync. */
function isLost(claim: PersistentVolumeClaim): boolean {
  const { phase } = claim.status ?? {};
  if (phase === "Lost") return true;
  const isMarked = annotationOf(claim, annotationNames.bindCompleted) !== undefined;
  return phase === "Pending" && isMarked && !isTerminating(claim);
}
