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
    "The driver creates the volume, or its provisioner sees a live Bound volume with policy Delete that lacks the finalizer.",
  releasedWhen:
    "The driver has deleted the disk, and the volume object is deleted. Or the policy is Retain or Recycle: then the provisioner removes the finalizer at its next sync, even from a volume that is being deleted.",
  ifForced:
    "The volume object is deleted. The disk remains in the storage backend with no record of it, and is still paid for.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "It is proven that the disk no longer exists in the storage backend, or the disk is written down and may remain.",
  },
  since: "external-provisioner 3.1, on by default from 5.0",
  reasons: provisionerReasons,
  holds: provisionerHolds,
});
