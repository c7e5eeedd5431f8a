import { heldRule } from "./shared/findings.ts";

export default heldRule({
  code: "PVG105",
  name: "snapshot-content-held",
  title: "A VolumeSnapshotContent stays Terminating",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  what: "A VolumeSnapshotContent has been Terminating for longer than --older-than.",
  why: "The driver could not delete the snapshot in the storage backend, its sidecar does not run, or the sidecar was not told that it may.",
  whatToDo: "Look at its root cause: `kubectl pvguard why volumesnapshotcontent/NAME`.",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, v8.6",
    "kubernetes-csi/external-snapshotter#1112",
  ],
});
