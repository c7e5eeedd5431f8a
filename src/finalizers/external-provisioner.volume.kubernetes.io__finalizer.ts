import { finalizerNames } from "../controllers/index.ts";
import { defineFinalizer } from "../engine/index.ts";
import { provisionerHolds } from "./shared/external-provisioner/holds.ts";
import { type ProvisionerReason, provisionerReasons } from "./shared/external-provisioner/reasons.ts";

export default defineFinalizer<"v1/persistentvolumes", ProvisionerReason>({
  finalizer: finalizerNames.externalProvisioner,
  on: ["v1/persistentvolumes"],
  owner: "external-provisioner",
  needs: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, shouldDelete, deleteVolumeOperation, v13",
    "kubernetes/enhancements KEP-2644",
    "kubernetes/kubernetes#121799",
  ],
  addedWhen:
    "The driver makes the volume, or its provisioner sees a live Bound volume with policy Delete that lacks it.",
  releasedWhen:
    "The driver has deleted the disk and the volume object is deleted. Or the policy is Retain or Recycle: then it goes at the next sync, also from a volume that is being deleted.",
  ifForced: "The volume object goes and the disk stays in the backend, unrecorded and paid for.",
  manualRemoval: {
    safety: "loses-data",
    check: "The disk is proven gone in the backend, or is written down and may stay.",
  },
  since: "external-provisioner 3.1, on by default from 5.0",
  reasons: provisionerReasons,
  holds: provisionerHolds,
});
