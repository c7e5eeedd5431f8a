import type { ReasonPage } from "../../../engine/index.ts";

export type SnapshotReason =
  | "SnapshotClassMissing"
  | "SnapshotSourceMissing"
  | "SnapshotSourceDeleted"
  | "SnapshotSourceNotBound"
  | "SnapshotDriverMissing"
  | "SnapshotFails"
  | "SnapshotInProgress"
  | "SnapshotStalled";

export const snapshotReasons: { readonly [reason in SnapshotReason]: ReasonPage } = {
  SnapshotClassMissing: {
    title: "The snapshot's class does not exist",
    category: "blocked",
    what: "The VolumeSnapshot names a VolumeSnapshotClass that does not exist. It will never be ready.",
    why: "The class was mistyped, or deleted, or never made in this cluster.",
    whatToDo:
      "Create the class, or delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  },
  SnapshotSourceMissing: {
    title: "What the snapshot is made from does not exist",
    category: "blocked",
    what: "The VolumeSnapshot names a claim, or a content, that does not exist.",
    why: "The claim was deleted before the snapshot was taken, or the content was never imported.",
    whatToDo:
      "Delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  },
  SnapshotSourceDeleted: {
    title: "The claim to take a snapshot of is being deleted",
    category: "blocked",
    what: "The snapshot was asked for when its claim was being deleted already, and nothing has been taken yet.",
    why: "The snapshot-controller has to put a finalizer on the claim first, and nothing can be put on an object that is being deleted.",
    whatToDo:
      "Delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`. Whoever needs the data must set the volume to Retain instead.",
  },
  SnapshotSourceNotBound: {
    title: "The claim to take a snapshot of has no volume yet",
    category: "waiting",
    what: "The VolumeSnapshot names a claim that is not Bound.",
    why: "There is nothing to take a snapshot of before the claim has its volume.",
    whatToDo: "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  SnapshotDriverMissing: {
    title: "The driver of the snapshot's class is not installed",
    category: "stuck",
    what: "No CSIDriver object and no CSINode has the driver that the VolumeSnapshotClass names.",
    why: "The driver was uninstalled, or its name in the class is mistyped.",
    whatToDo:
      "Install the driver, or correct the class; a person must do that. If the snapshot is not wanted: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  },
  SnapshotFails: {
    title: "Taking the snapshot fails",
    category: "blocked",
    what: "The snapshot controller or the driver reports an error, and tries again.",
    why: "The error says why. While it lasts, the snapshot holds its source claim.",
    whatToDo: "A person must remove the cause, or delete the snapshot when it is not wanted.",
  },
  SnapshotInProgress: {
    title: "The snapshot is being taken",
    category: "waiting",
    what: "The VolumeSnapshot is not ready, and no error is reported.",
    why: "Taking a snapshot needs a while, copying it to a backup store longer.",
    whatToDo: "Nobody must act. Wait, and run `kubectl pvguard why` again.",
  },
  SnapshotStalled: {
    title: "The snapshot is not ready after more than an hour",
    category: "stuck",
    what: "The VolumeSnapshot is not ready, was asked for more than an hour ago, and no error is reported.",
    why: "The snapshot-controller or the driver's csi-snapshotter does not act, or the copy is very large.",
    whatToDo: "A person must see that snapshot-controller and csi-snapshotter run, and read their logs.",
  },
};
