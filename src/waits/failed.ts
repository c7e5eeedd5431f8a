import { finalizerNames } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { hasFinalizer, isTerminating } from "../model/index.ts";
import { failedHold } from "./shared/failed/holds.ts";
import { type FailedReason, failedReasons } from "./shared/failed/reasons.ts";

export default defineWait<"v1/persistentvolumes", FailedReason>({
  wait: "failed",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", "v1/events"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, findDeletablePlugin, 1.25 to 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete: only phase Released, v13",
    "IBM/ibm-spectrum-scale-csi#98",
    "kubernetes/kubernetes#42784",
  ],
  reasons: failedReasons,
  holds(volume, cluster) {
    if (volume.status?.phase !== "Failed") return [];
    // The provisioner's finalizer says the same, and is what keeps the object.
    if (isTerminating(volume) && hasFinalizer(volume, finalizerNames.externalProvisioner)) return [];
    return [failedHold(volume, cluster)];
  },
});
