import { boundVolumes, live, volumesToDelete, volumesWithoutProvisioner } from "../cluster/index.ts";
import { finalizerNames, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import type { ReclaimOwner } from "./shared/finalizers.ts";
import { missingFinalizer, reclaimPatience } from "./shared/finalizers.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG203",
  name: "reclaim-finalizer-missing",
  title: "Deleting this volume before its claim would leak its disk",
  confidence: "likely",
  on: ["v1/persistentvolumes"],
  only: [live, boundVolumes, volumesToDelete, volumesWithoutProvisioner],
  what: "A Bound PersistentVolume with policy Delete is older than 15 minutes and lacks the finalizer that keeps it until its disk is deleted.",
  why: "Without that finalizer, a volume that is deleted before its claim disappears with the claim: no controller deletes the disk, and nothing records it. external-provisioner adds its finalizer from version 5.0, and the PV controller its own from Kubernetes 1.31.",
  whatToDo:
    "Delete claims, never volumes. You must upgrade external-provisioner to 5.0 or newer (5.1 if 5.0 left volumes behind). For in-tree volumes, check that kube-controller-manager is 1.31 or newer.",
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes-csi/external-provisioner#546",
  ],
  check(volume, { cluster, olderThan }) {
    if (volume.status?.phase !== "Bound" || isTerminating(volume)) return [];
    const missing = missingFinalizer(volume);
    if (missing === undefined) return [];
    if (!isOlderThan(volume, Math.max(reclaimPatience, olderThan), cluster.now)) return [];
    return {
      message: say`it lacks ${missing.finalizer}, which ${missing.controller} should have added; ${cost(volume, missing)}`,
      evidence: [
        proof(volume, "metadata.finalizers", (volume.metadata.finalizers ?? []).join(", ")),
        proof(volume, "spec.persistentVolumeReclaimPolicy", "Delete"),
      ],
      ...sizeOf(volume),
      remedies: [],
    };
  },
});

function cost(volume: PersistentVolume, { finalizer }: ReclaimOwner): Phrase {
  const disk = volumeHandleOf(volume) ?? "its disk";
  return finalizer === finalizerNames.pvController
    ? say`if deleted before its claim, it would stay Bound and Terminating permanently, or leak ${disk}`
    : say`if deleted before its claim, it would leak ${disk}`;
}
