import { defineRule, isFresh } from "../engine/index.ts";
import {
  isTerminating,
  live,
  type PersistentVolume,
  proof,
  refOf,
  say,
  volumesOutsideOfProvisioning,
  volumesWithReclaimFinalizer,
} from "../model/index.ts";
import { isOlderThan } from "./shared/age.ts";
import { type LeftFinalizer, leftFinalizers, reclaimPatience } from "./shared/reclaim-finalizer.ts";
import { sizeOf } from "./shared/size.ts";

export default defineRule({
  code: "PVG204",
  name: "reclaim-finalizer-left",
  title: "A finalizer was left by a downgrade, a migration or another policy",
  severity: "warning",
  confidence: "likely",
  on: ["v1/persistentvolumes"],
  only: [live, volumesWithReclaimFinalizer, volumesOutsideOfProvisioning],
  needs: [],
  doc: {
    what: "A live PersistentVolume carries kubernetes.io/pv-controller or external-provisioner.volume.kubernetes.io/finalizer, and by its source and policy it should not.",
    why: "CSI migration was switched, a component went back to an older version, or the policy was changed while the owner did not run. Once the volume is deleted, that finalizer keeps it, perhaps for good.",
    whatToDo:
      "See that the finalizer's owner runs in a version that knows it: it takes it off by itself. Where nobody owns it, a person must take it off before the volume is deleted: `kubectl edit pv NAME`.",
  },
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
  const on = refOf(volume);
  const isOwned = controller !== "nobody";
  return {
    message: isOwned
      ? say`it still has ${finalizer}, which ${controller} should have taken off; deleted, the volume would not go`
      : say`it has ${finalizer}, which no controller takes off a volume like this; deleted, the volume would never go`,
    evidence: [
      proof(on, "metadata.finalizers", finalizer),
      proof(on, "spec.persistentVolumeReclaimPolicy", volume.spec?.persistentVolumeReclaimPolicy),
    ],
    ...sizeOf(volume),
    remedies: isOwned ? [{ remedy: "check-controller", on, using: { controller } }] : [],
  };
}
