import { latestEvent } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../engine/index.ts";
import {
  type Cluster,
  hint,
  proof,
  refOf,
  say,
  secondsSince,
  type VolumeSnapshot,
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

/** How far the snapshot has come, when what it is made from is in order. */
export function progress(snapshot: VolumeSnapshot, cluster: Cluster): Found {
  const ref = refOf(snapshot);
  const recorded = snapshot.status?.error?.message;
  if (recorded !== undefined) return fails(snapshot, "status.error.message", recorded);
  const event = latestEvent(ref, failing, cluster);
  if (event.state === "found") return fails(snapshot, "event", event.object.message ?? "");
  const isOld = (secondsSince(snapshot.metadata.creationTimestamp, cluster.now) ?? 0) > patience;
  if (event.state === "unread" && !isOld) return couldNotRead(event.unread);
  return {
    reason: isOld ? "SnapshotStalled" : "SnapshotInProgress",
    holder: { controller: "snapshot-controller" },
    message: isOld
      ? say`it is not ready after more than an hour, and no error is reported`
      : say`it is being taken; no error is reported`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
    remedies:
      isOld && event.state === "absent"
        ? [
            {
              remedy: "restart-sidecar",
              on: ref,
              using: { controller: "snapshot-controller", driver: "the cluster" },
            },
          ]
        : [],
  };
}

function fails(snapshot: VolumeSnapshot, path: string, error: string): Found {
  const ref = refOf(snapshot);
  return {
    reason: "SnapshotFails",
    holder: { controller: "snapshot-controller" },
    message: say`taking it fails: ${error}`,
    evidence: [hint(ref, path, error)],
    remedies: [{ remedy: "delete-snapshot", on: ref }],
  };
}
