import { heldRule } from "./shared/findings.ts";

export default heldRule({
  code: "PVG104",
  name: "snapshot-held",
  title: "A snapshot stays Terminating",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  what: "A VolumeSnapshot has been Terminating for longer than --older-than.",
  why: "A claim is still being restored from it, its content cannot be deleted, or the snapshot-controller does not act.",
  whatToDo: "Look at its root cause: `kubectl pvguard why volumesnapshot/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go processSnapshotWithDeletionTimestamp, v8.6",
    "kubernetes-csi/external-provisioner#1507",
  ],
});
