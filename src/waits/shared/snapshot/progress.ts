import { contentOf, latestEvent, pointsBack } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../engine/index.ts";
import {
  type Cluster,
  type Evidence,
  type Holder,
  hint,
  proof,
  refOf,
  say,
  secondsSince,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../../../model/index.ts";
import type { Found } from "./spec.ts";

/** How long taking a snapshot may last before it counts as stalled, in seconds. Large copies take their time. */
const patience = 3600;

const failing = [
  "SetDefaultSnapshotClassFailed",
  "SnapshotValidationError",
  "SnapshotBindFailed",
  "SnapshotContentCreationFailed",
  "SnapshotCreationFailed",
  "SnapshotFinalizerError",
  "SnapshotStatusUpdateFailed",
  "ErrorPVCFinalizer",
];

/** The progress of a snapshot whose source is ready. */
export function progress(snapshot: VolumeSnapshot, cluster: Cluster): Found {
  const ref = refOf(snapshot);
  const content = contentOf(snapshot, cluster);
  if (content.state === "unread") return couldNotRead(content.unread);
  const taken = content.state === "found" ? takenWith(content.object, snapshot) : undefined;
  const driver = taken?.spec?.driver;
  // The snapshot-controller copies this one, and takes its copy back when it is gone here.
  const answer = taken?.status?.error?.message;
  if (taken !== undefined && driver !== undefined && answer !== undefined) {
    return fails(snapshot, { driver }, hint(refOf(taken), "status.error.message", answer), answer);
  }
  const recorded = snapshot.status?.error?.message;
  if (recorded !== undefined) {
    return fails(snapshot, snapshotController, hint(ref, "status.error.message", recorded), recorded);
  }
  const event = latestEvent(ref, failing, cluster);
  if (event.state === "found") {
    const error = event.object.message ?? "";
    return fails(snapshot, snapshotController, hint(ref, "event", error), error);
  }
  const isOld = (secondsSince(snapshot.metadata.creationTimestamp, cluster.now) ?? 0) > patience;
  if (event.state === "unread" && !isOld) return couldNotRead(event.unread);
  return {
    reason: isOld ? "SnapshotStalled" : "SnapshotInProgress",
    holder: driver === undefined ? snapshotController : { driver },
    message: isOld
      ? say`the snapshot is not ready after more than an hour, and no error is reported`
      : say`the snapshot is being taken; no error is reported`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
    remedies:
      isOld && event.state === "absent"
        ? [
            {
              remedy: "restart-sidecar",
              on: ref,
              using:
                driver === undefined
                  ? { controller: "snapshot-controller", driver: "the cluster" }
                  : { controller: "csi-snapshotter", driver },
            },
          ]
        : [],
  };
}

const snapshotController: Holder = { controller: "snapshot-controller" };

/**
 * The content that the driver's csi-snapshotter still works on. The snapshot-controller makes it, and when it is ready
 * writes that into the snapshot; the driver alone makes it ready.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, createSnapshotWrapper;
 * pkg/common-controller/snapshot_controller.go updateSnapshotStatus, v8.6.
 */
function takenWith(
  content: VolumeSnapshotContent,
  snapshot: VolumeSnapshot,
): VolumeSnapshotContent | undefined {
  return pointsBack(content, snapshot) && content.status?.readyToUse !== true ? content : undefined;
}

function fails(snapshot: VolumeSnapshot, holder: Holder, evidence: Evidence, error: string): Found {
  return {
    reason: "SnapshotFails",
    holder,
    message: say`the snapshot cannot be taken: ${error}`,
    evidence: [evidence],
    remedies: [{ remedy: "delete-snapshot", on: refOf(snapshot) }],
  };
}
