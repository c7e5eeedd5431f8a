import { claimsToFillFrom, isSnapshotReady } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { isTerminating } from "../model/index.ts";
import { progress } from "./shared/snapshot/progress.ts";
import { snapshotReasons } from "./shared/snapshot/reasons.ts";
import { wrongClass, wrongSource } from "./shared/snapshot/spec.ts";

export default defineWait({
  wait: "snapshot-not-ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncUnreadySnapshot, ensurePVCFinalizer, v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go checkAndUpdateSnapshotClass, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  reasons: snapshotReasons,
  holds(snapshot, cluster) {
    if (isTerminating(snapshot) || isSnapshotReady(snapshot)) return [];
    const hold =
      wrongClass(snapshot, cluster) ?? wrongSource(snapshot, cluster) ?? progress(snapshot, cluster);
    // Asked for here, so that it is read together with what is wrong: the remedy tells who is to be filled from it.
    if (hold.reason === "CouldNotRead" || (hold.remedies ?? []).length > 0)
      claimsToFillFrom(snapshot, cluster);
    return [hold];
  },
});
