import type { Cluster } from "../cluster/index.ts";
import {
  claimOf,
  hasDeleterOnIt,
  isLeftByOwners,
  reclaimPolicyOf,
  reclaimVolume,
  volumeHandleOf,
} from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { deletionHolds } from "./shared/released/deletion.ts";
import type { ReleasedHold } from "./shared/released/reasons.ts";
import { releasedReasons } from "./shared/released/reasons.ts";
import { formerClaimHolds, retainedHolds } from "./shared/released/retained.ts";

export default defineWait({
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
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "coordination.k8s.io/v1/leases",
    "v1/pods",
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

/** Recycle keeps no data: all files are deleted, and the volume becomes Available. */
function recycledHolds(volume: PersistentVolume, cluster: Cluster): readonly ReleasedHold[] {
  const former = claimOf(volume);
  if (former === undefined) return [];
  const found = cluster.get("v1/persistentvolumeclaims", former.name, former.namespace);
  if (found.state === "unread") return [couldNotRead(found.unread)];
  const claim = found.state === "found" ? found.object : "absent";
  const outcome = reclaimVolume(volume, { claim });
  switch (outcome.reclaim) {
    case "nothing":
      return outcome.because === "external" ? retainedHolds(volume, cluster) : [];
    case "fail":
      return [notRecyclable(volume)];
    case "recycle":
    case "delete":
    case "wait":
      return [recycled(volume)];
  }
}

function recycled(volume: PersistentVolume): ReleasedHold {
  const handle = volumeHandleOf(volume) ?? "the volume";
  const former = claimOf(volume);
  return {
    reason: "RecycledNext",
    holder: { controller: "persistentvolume-controller" },
    message: say`its claim no longer exists, and its policy is Recycle: as soon as no running pod names ${former === undefined ? say`that claim` : nameOf(former)}, the PV controller deletes all data in ${handle} and makes the volume Available; to keep the data, set Retain at once`,
    evidence: evidence(volume),
    remedies: [setRetain(volume)],
  };
}

function notRecyclable(volume: PersistentVolume): ReleasedHold {
  return {
    reason: "NobodyCanRecycle",
    holder: { person: "administrator" },
    message: say`the volume's policy is Recycle, which Kubernetes supports for NFS and hostPath only: the volume becomes Failed, and the data is untouched`,
    evidence: evidence(volume),
    remedies: [setRetain(volume)],
  };
}

function evidence(volume: PersistentVolume) {
  return [
    proof(volume, "spec.persistentVolumeReclaimPolicy", "Recycle"),
    proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
    proof(volume, "status.phase", "Released"),
  ];
}
