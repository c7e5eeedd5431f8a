import {
  annotationNames,
  driverPresence,
  finalizerNames,
  latestEvent,
  shouldDeleteContent,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold } from "../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  hint,
  proof,
  refOf,
  say,
  type VolumeSnapshotContent,
} from "../model/index.ts";

const finalizer = finalizerNames.contentBound;

type Reason =
  | "SnapshotBeingCreated"
  | "ContentDeletedOnItsOwn"
  | "SnapshotDriverNotInstalled"
  | "BackendKeepsSnapshot"
  | "SidecarNotActing";

export default defineFinalizer<"snapshot.storage.k8s.io/v1/volumesnapshotcontents", Reason>({
  finalizer,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  owner: "csi-snapshotter",
  needs: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes", "v1/events"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, shouldDelete, v8.6",
    "kubernetes-csi/external-snapshotter#1112",
  ],
  addedWhen: "The content is bound to a VolumeSnapshot.",
  releasedWhen:
    "The content is being deleted, the snapshot-controller has annotated it as being deleted, and with policy Delete the driver has deleted the snapshot.",
  ifForced: "With policy Delete the snapshot stays in the backend, and nothing records it any more.",
  manualRemoval: {
    safety: "loses-data",
    check: "The backend shows that the snapshot is gone, or its handle is written down.",
  },
  since: "external-snapshotter 2.0",
  reasons: {
    SnapshotBeingCreated: {
      title: "The driver has not said whether it made the snapshot",
      category: "stuck",
      what: "The content carries the annotation volumesnapshot-being-created: the driver was asked and has not answered for good.",
      why: "Deleting now could leave a snapshot in the backend that nobody knows of.",
      whatToDo: "A person must look at the log of csi-snapshotter: it goes on when the driver answers.",
    },
    ContentDeletedOnItsOwn: {
      title: "The content was deleted, but its snapshot was not",
      category: "blocked",
      what: "The content is being deleted without the annotation volumesnapshot-being-deleted, which the snapshot-controller sets when the VolumeSnapshot is deleted.",
      why: "Somebody deleted the content itself, or removed the finalizers of its VolumeSnapshot.",
      whatToDo:
        "To let the driver delete the snapshot properly, set the annotation: `kubectl annotate volumesnapshotcontents.snapshot.storage.k8s.io NAME snapshot.storage.kubernetes.io/volumesnapshot-being-deleted=yes`. With policy Delete that destroys the snapshot.",
    },
    SnapshotDriverNotInstalled: {
      title: "The driver that must delete the snapshot is not installed",
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
      why: "The event SnapshotDeleteError says why.",
      whatToDo: "A person must remove the cause that the driver names. It is tried again by itself.",
    },
    SidecarNotActing: {
      title: "The driver's snapshot sidecar does not act",
      category: "stuck",
      what: "Everything is ready for the deletion, and csi-snapshotter has neither done it nor reported an error.",
      why: "The sidecar is not running, or is not of the same version as the snapshot-controller.",
      whatToDo:
        "A person must see that csi-snapshotter of the driver runs, in a version that fits the snapshot-controller.",
    },
  },
  holds: (content, cluster) => [found(content, cluster)],
});

function found(content: VolumeSnapshotContent, cluster: Cluster): FoundHold<Reason | "CouldNotRead"> {
  const ref = refOf(content);
  const driver = content.spec?.driver ?? "the driver";
  const policy = content.spec?.deletionPolicy ?? "";
  if (!shouldDeleteContent(content)) return notReadyToGo(content);
  const evidence = [
    proof(ref, "spec.deletionPolicy", policy),
    proof(ref, "status.snapshotHandle", content.status?.snapshotHandle),
  ];
  const avoid = [strip(content)];
  const presence = driverPresence(driver, cluster);
  if (presence.presence === "unread") return couldNotRead(presence.unread);
  if (presence.presence === "absent") {
    return {
      reason: "SnapshotDriverNotInstalled",
      holder: { driver },
      message: say`${driver} is not installed, and only it can delete the snapshot${handleOf(content)}`,
      evidence,
      remedies: [
        { remedy: "reinstall-driver", on: ref, using: { driver } },
        { remedy: "drop-finalizer", on: ref, using: leaking(content) },
      ],
      avoid,
    };
  }
  const error = latestEvent(ref, ["SnapshotDeleteError"], cluster);
  if (error.state === "found") {
    return {
      reason: "BackendKeepsSnapshot",
      holder: { driver },
      message: say`${driver} fails to delete the snapshot: ${error.object.message ?? ""}`,
      evidence: [...evidence, hint(ref, "event", error.object.message)],
      avoid,
    };
  }
  return {
    reason: "SidecarNotActing",
    holder: { controller: `csi-snapshotter of ${driver}` },
    message: say`csi-snapshotter of ${driver} must delete the snapshot${handleOf(content)}, and has not`,
    evidence,
    ...(error.state === "absent"
      ? {
          remedies: [
            { remedy: "restart-sidecar", on: ref, using: { controller: "csi-snapshotter", driver } },
          ],
        }
      : {}),
    avoid,
  };
}

function notReadyToGo(content: VolumeSnapshotContent): FoundHold<Reason> {
  const ref = refOf(content);
  const driver = content.spec?.driver ?? "the driver";
  const creating = annotationOf(content, annotationNames.snapshotBeingCreated);
  if (creating !== undefined) {
    return {
      reason: "SnapshotBeingCreated",
      holder: { driver },
      message: say`${driver} was asked to make the snapshot and has not answered for good`,
      evidence: [proof(ref, `metadata.annotations[${annotationNames.snapshotBeingCreated}]`, creating)],
      avoid: [strip(content)],
    };
  }
  return {
    reason: "ContentDeletedOnItsOwn",
    holder: { person: "administrator" },
    message: say`it was deleted on its own: nobody has told csi-snapshotter that its VolumeSnapshot is being deleted`,
    evidence: [proof(ref, `metadata.annotations[${annotationNames.snapshotBeingDeleted}]`, null)],
    remedies: [{ remedy: "annotate-being-deleted", on: ref }],
    avoid: [strip(content)],
  };
}

function strip(content: VolumeSnapshotContent) {
  return {
    step: say`removing the finalizer ${finalizer}`,
    because: say`the snapshot${handleOf(content)} would stay in the backend, and nothing would record it`,
  };
}

function handleOf(content: VolumeSnapshotContent) {
  const handle = content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle;
  return handle === undefined ? say`` : say` ${handle}`;
}

function leaking(content: VolumeSnapshotContent): { readonly [name: string]: string } {
  const handle = content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle;
  return { finalizer, safety: "loses-data", ...(handle === undefined ? {} : { leaks: handle }) };
}
