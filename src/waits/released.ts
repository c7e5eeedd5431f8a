import { hasDeleterOnIt, isLeftByOwners, reclaimPolicyOf } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { type Cluster, isTerminating, type PersistentVolume } from "../model/index.ts";
import { deletionHolds } from "./shared/released/deletion.ts";
import { type ReleasedReason, releasedReasons } from "./shared/released/reasons.ts";
import { recycledHolds } from "./shared/released/recycled.ts";
import { formerClaimHolds, retainedHolds } from "./shared/released/retained.ts";

export default defineWait<"v1/persistentvolumes", ReleasedReason>({
  wait: "released",
  on: ["v1/persistentvolumes"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/events",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, reclaimVolume, deleteVolumeOperation, recycleVolumeOperation, 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete, canDeleteVolume, v6.3",
    "kubernetes/kubernetes#91847",
    "kubernetes/kubernetes#48609",
  ],
  reasons: releasedReasons,
  holds(volume, cluster) {
    if (volume.status?.phase !== "Released" || isLeaving(volume)) return [];
    switch (reclaimPolicyOf(volume)) {
      case "Delete":
        return deletedHolds(volume, cluster);
      case "Recycle":
        return recycledHolds(volume, cluster);
      default:
        return keptHolds(volume, cluster);
    }
  },
});

/**
 * Where another claim has the name now, the disk must be kept before anybody mends what keeps it from being deleted. Where
 * that could not be read, what keeps it is told, and nothing proposed.
 */
function deletedHolds(volume: PersistentVolume, cluster: Cluster) {
  const former = formerClaimHolds(volume, cluster);
  const told = new Set<string>(former.map(({ reason }) => reason));
  if (told.has("FormerClaimReplaced")) return former;
  const deletion = deletionHolds(volume, cluster);
  return [...former, ...(told.has("CouldNotRead") ? deletion.map(withoutRemedies) : deletion)];
}

/** Its policy keeps it, but not from going with its owner. Where that was not read, nothing is proposed either. */
function keptHolds(volume: PersistentVolume, cluster: Cluster) {
  switch (isLeftByOwners(volume, cluster)) {
    case "no":
      return retainedHolds(volume, cluster);
    case "unread":
      return retainedHolds(volume, cluster).map(withoutRemedies);
    case "yes":
      return [];
  }
}

function withoutRemedies<H extends { readonly remedies?: readonly unknown[] }>(hold: H): H {
  return { ...hold, remedies: [] };
}

/** Deleted, and no controller has to delete the disk: the finalizers report what is left. */
function isLeaving(volume: PersistentVolume): boolean {
  if (!isTerminating(volume)) return false;
  return reclaimPolicyOf(volume) !== "Delete" || !hasDeleterOnIt(volume);
}
