import { live } from "../cluster/index.ts";
import { isSnapshotReady } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { diagnosedFinding, isTrouble } from "./shared/findings.ts";

export default defineRule({
  code: "PVG312",
  name: "snapshot-stuck",
  title: "A snapshot does not become ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  only: [live],
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/persistentvolumeclaims",
    "v1/events",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
  ],
  what: "A live VolumeSnapshot is not ready to use, and something is wrong with it.",
  why: "The expected backup does not exist. Also, the source claim cannot be deleted while a snapshot of it is not ready.",
  whatToDo:
    "Look at its error: `kubectl pvguard why volumesnapshot/NAME -n NAMESPACE`. If it cannot be fixed, delete the snapshot.",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncUnreadySnapshot, isPVCBeingUsed, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  check(snapshot, context) {
    if (isTerminating(snapshot) || isSnapshotReady(snapshot)) return [];
    if (context.isTooNew(snapshot)) return [];
    const { creationTimestamp } = snapshot.metadata;
    return diagnosedFinding(snapshot, context, {
      by: ["snapshot-not-ready"],
      wanted: isTrouble,
      more: () => (creationTimestamp === undefined ? {} : { since: creationTimestamp }),
    });
  },
});
