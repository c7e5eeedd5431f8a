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
    "The PV controller sees a volume that an in-tree plugin made, with policy Delete, that no CSI driver has taken over.",
  releasedWhen:
    "The in-tree plugin has deleted the disk. Or, of a volume that an in-tree plugin provisioned, when the policy is no longer Delete, or a CSI driver has taken it over.",
  ifForced: "The volume object goes and the disk stays in the backend, unrecorded.",
  manualRemoval: {
    safety: "loses-data",
    check: "The disk is proven gone in the backend, or is written down and may stay.",
  },
  since: "Kubernetes 1.23, on by default from 1.31",
  reasons: pvControllerReasons,
  holds: pvControllerHolds,
  idle: (volume) => [{ remedy: "nudge", on: refOf(volume) }],
});
