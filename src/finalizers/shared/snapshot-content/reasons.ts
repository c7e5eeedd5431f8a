import { blocked, stuck, waiting } from "../../../engine/index.ts";

export type ContentReason = keyof typeof contentReasons;

export const contentReasons = {
  SnapshotBeingCreated: stuck("The driver has not said whether it created the snapshot", {
    what: "The content has the annotation volumesnapshot-being-created: the driver was asked and has not given a final answer.",
    why: "Deleting the content now could leave a snapshot in the storage backend with no record of it.",
    whatToDo:
      "A person must fix what the driver's last error names. Without an error, check the log of csi-snapshotter: it continues when the driver answers.",
  }),
  SnapshotNotReleased: waiting("The snapshot-controller has not released the content", {
    what: "The sidecar csi-snapshotter releases a content only after the snapshot-controller has annotated it with volumesnapshot-being-deleted. That has not happened.",
    why: "The snapshot-controller sets the annotation when it next handles the content. If this lasts, the snapshot-controller is not running.",
    whatToDo:
      "Check that the snapshot-controller is running. `kubectl annotate` on the content makes it check again.",
  }),
  ContentDeletedUnderSnapshot: blocked("The content was deleted, but its VolumeSnapshot was not", {
    what: "The content is being deleted, and the VolumeSnapshot that it belongs to is not.",
    why: "The content itself was deleted. Nothing is lost yet: csi-snapshotter waits until the VolumeSnapshot is deleted too.",
    whatToDo:
      'To keep the snapshot, set the content to Retain before anything else: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`.',
  }),
  ContentDeletedOnItsOwn: blocked("No VolumeSnapshot is left that would release the content", {
    what: "The content is being deleted without the annotation volumesnapshot-being-deleted. No VolumeSnapshot is left for which the snapshot-controller would set it.",
    why: "The finalizers of the VolumeSnapshot were removed, or its namespace was finalized by force. The content was deleted as well.",
    whatToDo:
      "To let the driver delete the snapshot properly, set the annotation: `kubectl annotate volumesnapshotcontents.snapshot.storage.k8s.io NAME snapshot.storage.kubernetes.io/volumesnapshot-being-deleted=yes`. With policy Delete, the driver then deletes the snapshot, and its data is lost.",
  }),
  SnapshotDriverNotInstalled: stuck("The driver that must release the snapshot is not installed", {
    what: "No CSIDriver object and no CSINode has the content's driver.",
    why: "Only that driver's csi-snapshotter removes the finalizer. The driver was uninstalled before its snapshots were deleted.",
    whatToDo:
      "An administrator must install the same driver again. Without the driver, write down the handle before anything is removed.",
  }),
  BackendKeepsSnapshot: blocked("The driver fails to delete the snapshot", {
    what: "The sidecar csi-snapshotter asks the driver to delete the snapshot, but the driver refuses or fails.",
    why: "The event SnapshotDeleteError says why. A driver that looks up the source claim keeps failing after the claim is deleted: that is a bug in the driver.",
    whatToDo:
      "A person must remove the cause that the driver names. The csi-snapshotter retries without further action.",
  }),
  SnapshotDeletionNotRecorded: blocked("The snapshot is deleted, but that could not be recorded", {
    what: "The last event SnapshotDeleteError says: Failed to clear content status. The driver has already deleted the snapshot.",
    why: "The API server refuses to change the content's status. Either csi-snapshotter lacks the permission, or an admission webhook or a policy blocks the request, or does not respond. The snapshot no longer exists in the storage backend: no step brings it back.",
    whatToDo:
      "A person must find what the API server said, in the log of the driver's container csi-snapshotter, and remove that cause. The csi-snapshotter retries without further action. `kubectl auth can-i patch volumesnapshotcontents/status --as=system:serviceaccount:NAMESPACE:NAME` shows whether it has the permission.",
  }),
  SnapshotCredentialsMissing: blocked("The sidecar has no credentials to delete the snapshot", {
    what: "The last event SnapshotDeleteError says that the credentials could not be read. The csi-snapshotter does not ask the driver at all.",
    why: "The Secret that the content's annotations name does not exist, or csi-snapshotter may not read it. The annotations are snapshot.storage.kubernetes.io/deletion-secret-name and deletion-secret-namespace. Often the Secret's namespace was deleted first.",
    whatToDo:
      "A person must create that Secret again, or grant csi-snapshotter the permission to read it: `kubectl describe volumesnapshotcontents.snapshot.storage.k8s.io NAME`. The csi-snapshotter retries without further action.",
  }),
  SidecarNotActing: stuck("The driver's csi-snapshotter does not act", {
    what: "Everything is ready for the deletion, but csi-snapshotter has neither done it nor reported an error.",
    why: "The sidecar is not running, or its version differs from the snapshot-controller's.",
    whatToDo:
      "A person must check that the driver's csi-snapshotter is running, in a version that matches the snapshot-controller.",
  }),
};
