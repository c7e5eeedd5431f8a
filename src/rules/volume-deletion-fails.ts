import { releasedVolumes } from "../cluster/index.ts";
import { reclaimPolicyOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import type { Hold } from "../report/index.ts";
import { diagnosedFinding, isOld, isTrouble } from "./shared/findings.ts";
import { confidenceIn, outlookOf, reclaimNeeds } from "./shared/reclaim.ts";

/** A provisioner retries after at most five minutes, so after twice that it is no race, in seconds. */
const patience = 600;

export default defineRule({
  code: "PVG302",
  name: "volume-deletion-fails",
  title: "A Released volume should be deleted, but its deletion fails",
  on: ["v1/persistentvolumes"],
  only: [releasedVolumes],
  needs: reclaimNeeds,
  what: "A PersistentVolume with policy Delete has been Released for more than ten minutes.",
  why: "The driver's provisioner should have deleted the disk. The disk is still attached, the storage backend refuses, the driver lacks rights or a secret, or no controller tries. Until it is deleted, the disk costs money. pvguard asks only Kubernetes, so it cannot see a disk in the storage backend that has no volume.",
  whatToDo:
    "Look at the driver's error: `kubectl pvguard why pv/NAME`. Do not delete the object first: the disk would be left with no record of it.",
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation, v13",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v6.3",
    "kubernetes/kubernetes#80929",
  ],
  check(volume, context) {
    if (volume.status?.phase !== "Released" || reclaimPolicyOf(volume) === "Retain") return [];
    const since = volume.status.lastPhaseTransitionTime;
    if (!isOld(since, Math.max(patience, context.olderThan), context.cluster.now)) return [];
    return diagnosedFinding(volume, context, {
      by: ["released"],
      wanted: isWanted,
      more: ({ reason }) =>
        reason === "DeletionOverdue" ? { confidence: "unknown" } : confidenceIn(volume, context),
    });
  },
});

/** An attachment that comes first is normal at first, and no longer after so long. */
function isWanted(hold: Hold): boolean {
  if (hold.reason === "AttachmentComesFirst") return true;
  return isTrouble(hold) && outlookOf(hold.reason) === "fails";
}
