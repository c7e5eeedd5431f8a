import type { ReasonPage } from "../../../engine/index.ts";

export type ContentReason =
  | "SnapshotBeingCreated"
  | "SnapshotNotReleased"
  | "ContentDeletedUnderSnapshot"
  | "ContentDeletedOnItsOwn"
  | "SnapshotDriverNotInstalled"
  | "BackendKeepsSnapshot"
  | "SnapshotDeletionNotRecorded"
  | "SnapshotCredentialsMissing"
  | "SidecarNotActing";

export const contentReasons: { readonly [reason in ContentReason]: ReasonPage } = {
  SnapshotBeingCreated: {
    title: "The driver has not said whether it made the snapshot",
    category: "stuck",
    what: "The content carries the annotation volumesnapshot-being-created: the driver was asked and has not answered for good.",
    why: "Deleting now could leave a snapshot in the backend that nobody knows of.",
    whatToDo:
      "A person must mend what the driver's last error says, or else look at the log of csi-snapshotter: it goes on when the driver answers.",
  },
  SnapshotNotReleased: {
    title: "The VolumeSnapshot is being deleted, and its content waits for a word",
    category: "waiting",
    what: "The sidecar csi-snapshotter lets a content go once the snapshot-controller has annotated it with volumesnapshot-being-deleted, and that has not happened.",
    why: "The snapshot-controller sets it when it next handles the content. If that lasts, it does not run.",
    whatToDo:
      "A person must see that the snapshot-controller runs. `kubectl annotate` on the content makes it look again.",
  },
  ContentDeletedUnderSnapshot: {
    title: "The content was deleted while its snapshot is in use",
    category: "blocked",
    what: "The content is being deleted, and the VolumeSnapshot that it belongs to is not.",
    why: "Somebody deleted the content itself. Nothing is lost yet: csi-snapshotter waits until the VolumeSnapshot is deleted too.",
    whatToDo:
      'To keep the snapshot, set the content to Retain before anything else: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`.',
  },
  ContentDeletedOnItsOwn: {
    title: "The content was deleted, and its snapshot is gone without a word",
    category: "blocked",
    what: "The content is being deleted without the annotation volumesnapshot-being-deleted, and no VolumeSnapshot is left for which the snapshot-controller would set it.",
    why: "Somebody removed the finalizers of the VolumeSnapshot, or finalized its namespace by force, and deleted the content.",
    whatToDo:
      "To let the driver delete the snapshot properly, set the annotation: `kubectl annotate volumesnapshotcontents.snapshot.storage.k8s.io NAME snapshot.storage.kubernetes.io/volumesnapshot-being-deleted=yes`. With policy Delete that destroys the snapshot.",
  },
  SnapshotDriverNotInstalled: {
    title: "The driver that must let the snapshot go is not installed",
    category: "stuck",
    what: "No CSIDriver object and no CSINode has the driver of the content.",
    why: "Only that driver's csi-snapshotter removes the finalizer. It was uninstalled before its snapshots.",
    whatToDo:
      "Install the same driver again; a person must do that. Without it, write the handle down before anything is removed.",
  },
  BackendKeepsSnapshot: {
    title: "The driver fails to delete the snapshot",
    category: "blocked",
    what: "The sidecar csi-snapshotter asks the driver to delete the snapshot, and the driver refuses or fails.",
    why: "The event SnapshotDeleteError says why. A driver that looks up the source claim fails for ever once that is gone: it is a fault of the driver.",
    whatToDo: "A person must remove the cause that the driver names. It is tried again by itself.",
  },
  SnapshotDeletionNotRecorded: {
    title: "The snapshot is deleted, and that could not be recorded",
    category: "blocked",
    what: "The last event SnapshotDeleteError says: Failed to clear content status. The driver has deleted the snapshot by then.",
    why: "The API server refuses to change the content's status: csi-snapshotter lacks the right to, or an admission webhook or a policy is in the way, or does not answer. What is in the backend is gone: no step brings it back.",
    whatToDo:
      "A person must read what the API server said, in the log of the container csi-snapshotter of the driver, and remove that cause. It is tried again by itself. `kubectl auth can-i patch volumesnapshotcontents/status --as=system:serviceaccount:NAMESPACE:NAME` tells of rights.",
  },
  SnapshotCredentialsMissing: {
    title: "The snapshot sidecar has no credentials to delete the snapshot with",
    category: "blocked",
    what: "The last event SnapshotDeleteError says that the credentials could not be read. The driver is not even asked.",
    why: "The Secret that the content's annotations name is gone or may not be read: snapshot.storage.kubernetes.io/deletion-secret-name and deletion-secret-namespace. Often its namespace was deleted first.",
    whatToDo:
      "A person must make that Secret again, or grant csi-snapshotter the right to read it: `kubectl describe volumesnapshotcontents.snapshot.storage.k8s.io NAME`. It is tried again by itself.",
  },
  SidecarNotActing: {
    title: "The driver's snapshot sidecar does not act",
    category: "stuck",
    what: "Everything is ready for the deletion, and csi-snapshotter has neither done it nor reported an error.",
    why: "The sidecar is not running, or is not of the same version as the snapshot-controller.",
    whatToDo:
      "A person must see that csi-snapshotter of the driver runs, in a version that fits the snapshot-controller.",
  },
};
