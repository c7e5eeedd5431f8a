import { live, volumesOutsideOfProvisioning, volumesWithReclaimFinalizer } from "../cluster/index.ts";
import { defineRule, isFresh } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { checkController } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import type { LeftFinalizer } from "./shared/finalizers.ts";
import { leftFinalizers, reclaimPatience } from "./shared/finalizers.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG204",
  name: "reclaim-finalizer-left",
  title: "A volume has a leftover finalizer that it should not have",
  confidence: "likely",
  on: ["v1/persistentvolumes"],
  only: [live, volumesWithReclaimFinalizer, volumesOutsideOfProvisioning],
  what: "A live PersistentVolume has kubernetes.io/pv-controller or external-provisioner.volume.kubernetes.io/finalizer, but by its source and policy it should not.",
  why: "CSI migration was switched, a component was downgraded, or the policy was changed while the owner did not run. Once the volume is deleted, that finalizer holds it, perhaps permanently.",
  whatToDo:
    "Check that the finalizer's owner runs in a version that knows it: the owner then removes it without further action. If it has no owner, you must remove it before the volume is deleted: `kubectl edit pv NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13",
  ],
  check(volume, { cluster, olderThan }) {
    if (isTerminating(volume)) return [];
    const left = leftFinalizers(volume);
    if (left.length === 0 || isFresh(volume, cluster.now)) return [];
    if (!isOlderThan(volume, Math.max(reclaimPatience, olderThan), cluster.now)) return [];
    return left.map((each) => finding(volume, each));
  },
});

function finding(volume: PersistentVolume, { finalizer, controller }: LeftFinalizer) {
  const isOwned = controller !== "nobody";
  return {
    message: isOwned
      ? say`it still has ${finalizer}, which ${controller} should have removed; if deleted, the volume would stay Terminating`
      : say`it has ${finalizer}, which no controller removes from a volume like this; if deleted, the volume would stay Terminating permanently`,
    evidence: [
      proof(volume, "metadata.finalizers", finalizer),
      proof(volume, "spec.persistentVolumeReclaimPolicy", volume.spec?.persistentVolumeReclaimPolicy),
    ],
    ...sizeOf(volume),
    remedies: isOwned ? [checkController(volume, { controller })] : [],
  };
}
