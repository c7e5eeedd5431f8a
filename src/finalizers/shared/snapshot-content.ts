import type { Cluster } from "../../cluster/index.ts";
import {
  annotationNames,
  contentDeletion,
  finalizerNames,
  handlingOf,
  isSnapshotBeingCreated,
  isSnapshotDeletionCandidate,
  pointsBack,
} from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { blocked, couldNotRead, isFresh, notToRemove, stuck, waiting } from "../../define/index.ts";
import type { Phrase, VolumeSnapshot, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, refOf, say } from "../../kubernetes/index.ts";
import {
  annotateBeingDeleted,
  dropFinalizer,
  nudge,
  repairDriver,
  restartSidecar,
  retainSnapshot,
  saveManifest,
} from "../../remedies/index.ts";
import type { Avoid, RemedyCall } from "../../report/index.ts";
import { proof } from "../../report/index.ts";

const finalizer = finalizerNames.contentBound;

export function driverOf(content: VolumeSnapshotContent): string {
  return content.spec?.driver ?? "the driver";
}

export function handleOf(content: VolumeSnapshotContent): string | undefined {
  return content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle;
}

/** `delete the snapshot snap-1`, or what else is left to do for the driver's sidecar. */
export function taskOf(content: VolumeSnapshotContent): Phrase {
  const handle = handleOf(content);
  const named = handle === undefined ? [] : say` ${handle}`;
  return contentDeletion(content) === "release" && content.spec?.deletionPolicy === "Retain"
    ? say`release the content (policy Retain: the snapshot${named} remains in the storage backend)`
    : say`delete the snapshot${named}`;
}

export function strip(content: VolumeSnapshotContent): Avoid {
  const handle = handleOf(content);
  return notToRemove(
    finalizer,
    content,
    say`the snapshot${handle === undefined ? [] : say` ${handle}`} would remain in the storage backend with no record of it`,
  );
}

/** The last resort. With policy Retain it leaves behind only what was to be kept. */
export function dropCall(content: VolumeSnapshotContent): RemedyCall {
  if (content.spec?.deletionPolicy === "Retain") {
    return dropFinalizer(content, {
      finalizer,
      costs: "the work alone",
      because:
        "The policy is Retain, so the driver would not delete the snapshot either. The saved manifest is then its only record.",
    });
  }
  const handle = handleOf(content);
  return dropFinalizer(content, {
    finalizer,
    prove:
      "the storage backend shows that the snapshot no longer exists, or its handle is written down so that it can be deleted there.",
    ...(handle === undefined ? {} : { leaks: handle }),
  });
}

type ContentReason = keyof typeof contentReasons;

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

export type ContentHold = FoundHold<ContentReason | "CouldNotRead">;

/** A deleted content that the driver's sidecar does not touch yet. */
export function notReadyToGo(content: VolumeSnapshotContent, cluster: Cluster): ContentHold {
  if (isSnapshotBeingCreated(content)) return beingCreated(content, cluster);
  const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name ?? "", namespace);
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent" || !pointsBack(content, found.object)) return onItsOwn(content);
  if (!isTerminating(found.object)) return underSnapshot(content, found.object);
  return isSnapshotDeletionCandidate(found.object)
    ? notReleased(content, found.object, cluster)
    : onItsOwn(content);
}

function beingCreated(content: VolumeSnapshotContent, cluster: Cluster): ContentHold {
  const creating = annotationOf(content, annotationNames.snapshotBeingCreated);
  const driver = driverOf(content);
  const error = content.status?.error?.message;
  const last = error === undefined ? [] : say`; its last answer was an error: ${error}`;
  return {
    reason: "SnapshotBeingCreated",
    holder: { driver },
    category: isFresh(content, cluster.now) ? "waiting" : "stuck",
    message: say`${driver} was asked to create the snapshot and has not given a final answer${last}`,
    evidence: [
      proof(content, `metadata.annotations[${annotationNames.snapshotBeingCreated}]`, creating),
      ...(error === undefined ? [] : [proof(content, "status.error.message", error)]),
    ],
    remedies: isFresh(content, cluster.now)
      ? []
      : [
          error === undefined
            ? restartSidecar(content, { controller: "csi-snapshotter", driver })
            : repairDriver(content, { driver, trouble: "snapshot" }),
        ],
    avoid: strip(content),
  };
}

function onItsOwn(content: VolumeSnapshotContent): ContentHold {
  return {
    reason: "ContentDeletedOnItsOwn",
    holder: { person: "administrator" },
    message: say`the content's VolumeSnapshot no longer exists or does not wait for the content, and no controller has told csi-snapshotter that the content may be deleted too`,
    evidence: [proof(content, `metadata.annotations[${annotationNames.snapshotBeingDeleted}]`, null)],
    remedies: [annotateBeingDeleted(content)],
    avoid: strip(content),
  };
}

function underSnapshot(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): ContentHold {
  const name = nameOf(snapshot);
  const isRetained = content.spec?.deletionPolicy === "Retain";
  return {
    reason: "ContentDeletedUnderSnapshot",
    holder: { object: refOf(snapshot) },
    isRoot: true,
    message: say`the content is being deleted, but its ${name} is not; nothing is lost yet`,
    ifDeleted: say`its ${name} would keep the content`,
    evidence: [proof(snapshot, "metadata.deletionTimestamp", null)],
    // With Retain nothing is destroyed, but the object is deleted with its snapshot.
    remedies: [isRetained ? saveManifest(content) : retainSnapshot(content)],
    avoid: [
      strip(content),
      ...(isRetained
        ? []
        : [
            {
              step: say`set the annotation ${annotationNames.snapshotBeingDeleted} manually`,
              because: say`with policy Delete, the driver would then delete the snapshot while ${name} still offers it`,
            },
          ]),
    ],
  };
}

/**
 * The snapshot-controller sets the annotation whenever it handles the content of a deleted snapshot, also while claims
 * are restored from it. kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6.
 */
function notReleased(
  content: VolumeSnapshotContent,
  snapshot: VolumeSnapshot,
  cluster: Cluster,
): ContentHold {
  const handling = handlingOf(snapshot, cluster);
  if (handling.state === "unread") return couldNotRead(handling.unread);
  if (handling.state === "left alone") return behind(content, snapshot);
  const isNew = isFresh(content, cluster.now) || isFresh(snapshot, cluster.now);
  const controller = { controller: "snapshot-controller", driver: "the cluster" };
  return {
    reason: "SnapshotNotReleased",
    holder: { controller: "snapshot-controller" },
    category: isNew ? "waiting" : "stuck",
    message: isNew
      ? say`${nameOf(snapshot)} is being deleted; the snapshot-controller will tell csi-snapshotter in a moment`
      : say`${nameOf(snapshot)} is being deleted, but the snapshot-controller has not told csi-snapshotter that the content may be deleted`,
    evidence: [proof(content, `metadata.annotations[${annotationNames.snapshotBeingDeleted}]`, null)],
    remedies: isNew ? [] : [restartSidecar(snapshot, controller), nudge(content)],
    avoid: strip(content),
  };
}

/** The snapshot-controller does not process a snapshot without a class: the snapshot's own deletion must continue first. */
function behind(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): ContentHold {
  const on = refOf(snapshot);
  return {
    reason: "SnapshotNotReleased",
    holder: { object: on },
    category: "stuck",
    message: say`${nameOf(on)} is being deleted, but the snapshot-controller does not process it`,
    evidence: [proof(on, "spec.volumeSnapshotClassName", snapshot.spec?.volumeSnapshotClassName)],
    avoid: strip(content),
  };
}
