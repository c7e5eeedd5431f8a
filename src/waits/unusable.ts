import { claimOf, hostsOf, volumeNamed } from "../controllers/index.ts";
import { defineWait } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, workloadKinds } from "../kubernetes/index.ts";
import { deleteClaim, restoreVolume } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { placementHolds, unusableReasons } from "./shared/bound.ts";
import { resizeHolds } from "./shared/resize.ts";
import type { UnusableHold } from "./shared/resize-begins.ts";

export default defineWait({
  wait: "unusable",
  on: ["v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/events",
    "v1/pods",
    "storage.k8s.io/v1/storageclasses",
    "coordination.k8s.io/v1/leases",
    ...workloadKinds,
    "batch/v1/cronjobs",
  ],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36",
    "kubernetes-csi/external-resizer pkg/controller/controller.go, v2.2",
    "kubernetes/kubernetes pkg/controller/volume/expand/expand_controller.go syncHandler, 1.36",
    "kubernetes/kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go Validate, 1.36",
    "kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate, 1.36",
    "kubernetes/kubernetes#78756",
    "kubernetes-csi/external-resizer#132",
  ],
  reasons: unusableReasons,
  holds(claim, cluster) {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    const name = claim.spec?.volumeName ?? "";
    if (name === "") return [];
    const found = cluster.get("v1/persistentvolumes", name);
    // That the volume was not read is said by the wait volume-deleted-under-claim.
    if (found.state === "unread") return [];
    if (found.state === "absent") return missing(claim, name);
    const volume = found.object;
    const owner = notOurs(claim, volume);
    if (owner !== undefined) return owner;
    return [
      ...placementHolds(volume, cluster, [giveUp(claim, volume)]),
      ...resizeHolds(claim, volume, cluster),
    ];
  },
});

function missing(claim: PersistentVolumeClaim, name: string): UnusableHold {
  return {
    reason: "BoundVolumeMissing",
    holder: { missing: volumeNamed(name) },
    message: say`its volume pv/${name} does not exist: only the link is lost, the disk is probably intact`,
    evidence: [proof(claim, "spec.volumeName", name)],
    remedies: [restoreVolume(claim)],
    avoid: {
      step: say`restart the pods that use the claim`,
      because: say`without the volume object they would not start again`,
    },
  };
}

function notOurs(claim: PersistentVolumeClaim, volume: PersistentVolume): UnusableHold | undefined {
  const uid = claimOf(volume)?.uid;
  if (volume.spec?.claimRef === undefined || uid === claim.metadata.uid) return undefined;
  return {
    reason: "BoundVolumeNotOurs",
    holder: { object: refOf(volume) },
    message: say`the claim is Bound to ${nameOf(volume)}, but that volume belongs to another claim (uid ${uid ?? "none"})`,
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
  };
}

function giveUp(claim: PersistentVolumeClaim, volume: PersistentVolume): RemedyCall {
  return deleteClaim(claim, { lost: hostsOf(volume).join(", ") });
}
