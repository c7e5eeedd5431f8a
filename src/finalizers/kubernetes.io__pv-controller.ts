import { finalizerNames } from "../controllers/index.ts";
import { defineFinalizer } from "../engine/index.ts";
import { refOf } from "../model/index.ts";
import { pvControllerHolds } from "./shared/pv-controller/holds.ts";
import { type PvControllerReason, pvControllerReasons } from "./shared/pv-controller/reasons.ts";

export default defineFinalizer<"v1/persistentvolumes", PvControllerReason>({
  finalizer: finalizerNames.pvController,
  on: ["v1/persistentvolumes"],
  owner: "persistentvolume-controller",
  needs: ["v1/persistentvolumeclaims"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go deleteVolumeOperation, removeDeletionProtectionFinalizer, 1.36",
  ],
  addedWhen:
    "The PV controller sees a volume with policy Delete that an in-tree plugin created and that no CSI driver has taken over.",
  releasedWhen:
    "The in-tree plugin has deleted the disk. Or, for a volume that an in-tree plugin provisioned: the policy is no longer Delete, or a CSI driver has taken the volume over.",
  ifForced: "The volume object is deleted. The disk remains in the storage backend with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "It is proven that the disk no longer exists in the storage backend, or the disk is written down and may remain.",
  },
  since: "Kubernetes 1.23, on by default from 1.31",
  reasons: pvControllerReasons,
  holds: pvControllerHolds,
  idle: (volume) => [{ remedy: "nudge", on: refOf(volume) }],
});
