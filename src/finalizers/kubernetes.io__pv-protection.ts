import { finalizerNames, reclaimPolicyOf, volumeHandleOf } from "../controllers/index.ts";
import { defineFinalizer } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { dropFinalizer, nudge } from "../remedies/index.ts";
import { boundHolds, protectionReasons } from "./shared/pv-protection.ts";

const finalizer = finalizerNames.pvProtection;

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumes"],
  owner: "pv-protection-controller",
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/volumeattachments", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, isBeingUsed, 1.25 to 1.36",
    "kubernetes/kubernetes#85465",
  ],
  addedWhen:
    "The volume is created (admission plugin StorageObjectInUseProtection), or the controller finds a live volume without it.",
  releasedWhen:
    "The phase of the volume is not Bound. The controller checks nothing else: no pods, no attachments.",
  ifForced:
    "A claim that is bound to the volume becomes Lost, and attachments of the volume can never be detached. The disk is left behind with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check: "The phase is not Bound, and no VolumeAttachment refers to the volume.",
  },
  since: "Kubernetes 1.10",
  reasons: protectionReasons,
  holds: boundHolds,
  idle: (volume) => [
    nudge(volume),
    dropFinalizer(volume, { finalizer, costs: "the work alone", ...leaking(volume) }),
  ],
});

function leaking(volume: PersistentVolume): { readonly leaks?: string } {
  const handle = volumeHandleOf(volume);
  return reclaimPolicyOf(volume) === "Delete" && handle !== undefined ? { leaks: handle } : {};
}
