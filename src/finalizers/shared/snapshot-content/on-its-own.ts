import {
  annotationNames,
  handlingOf,
  isSnapshotDeletionCandidate,
  pointsBack,
} from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, isFresh, nameOf, remedy } from "../../../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  isTerminating,
  proof,
  refOf,
  say,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../../../model/index.ts";
import type { ContentReason } from "./reasons.ts";
import { driverOf, strip } from "./words.ts";

type Found = FoundHold<ContentReason | "CouldNotRead">;

/** A deleted content that the driver's sidecar does not touch yet. */
export function notReadyToGo(content: VolumeSnapshotContent, cluster: Cluster): Found {
  const creating = annotationOf(content, annotationNames.snapshotBeingCreated);
  if (creating !== undefined) return beingCreated(content, creating, cluster);
  const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name ?? "", namespace);
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent" || !pointsBack(content, found.object)) return onItsOwn(content);
  if (!isTerminating(found.object)) return underSnapshot(content, found.object);
  return isSnapshotDeletionCandidate(found.object)
    ? notReleased(content, found.object, cluster)
    : onItsOwn(content);
}

function beingCreated(content: VolumeSnapshotContent, creating: string, cluster: Cluster): Found {
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
            ? remedy("restart-sidecar", content, { controller: "csi-snapshotter", driver })
            : remedy("repair-driver", content, { driver, trouble: "delete-snapshot" }),
        ],
    avoid: strip(content),
  };
}

function onItsOwn(content: VolumeSnapshotContent): Found {
  return {
    reason: "ContentDeletedOnItsOwn",
    holder: { person: "administrator" },
    message: say`the content's VolumeSnapshot no longer exists or does not wait for the content, and no controller has told csi-snapshotter that the content may be deleted too`,
    evidence: [proof(content, `metadata.annotations[${annotationNames.snapshotBeingDeleted}]`, null)],
    remedies: [remedy("annotate-being-deleted", content)],
    avoid: strip(content),
  };
}

function underSnapshot(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): Found {
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
    remedies: [{ remedy: isRetained ? "save-manifest" : "retain-snapshot", on: refOf(content) }],
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
function notReleased(content: VolumeSnapshotContent, snapshot: VolumeSnapshot, cluster: Cluster): Found {
  if (handlingOf(snapshot, cluster).state === "left alone") return behind(content, snapshot);
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
    remedies: isNew ? [] : [remedy("restart-sidecar", snapshot, controller), remedy("nudge", content)],
    avoid: strip(content),
  };
}

/** The snapshot-controller does not process a snapshot without a class: the snapshot's own deletion must continue first. */
function behind(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): Found {
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
