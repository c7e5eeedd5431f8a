import { type Cluster, refOf, type VolumeSnapshotContent } from "../../model/index.ts";
import { latestEvent } from "../latest-event.ts";
import { contentDeletion } from "./content.ts";

/** Who failed: the driver; or the API server, before the driver was asked, or after it had deleted the snapshot. */
export type SnapshotDeletionError = "credentials" | "driver" | "not-recorded";

/**
 * What the text of an event `SnapshotDeleteError` is about.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.7.
 */
export function snapshotDeletionError(message: string): SnapshotDeletionError {
  if (message === "Failed to clear content status") return "not-recorded";
  return /^Failed to get snapshot (class or )?credentials$/.test(message) ? "credentials" : "driver";
}

/** Whether the driver has deleted the snapshot of a content that still has its handle. */
export function isSnapshotDeleted(content: VolumeSnapshotContent, cluster: Cluster): boolean {
  if (contentDeletion(content) !== "delete") return false;
  const error = latestEvent(refOf(content), ["SnapshotDeleteError"], cluster);
  return error.state === "found" && snapshotDeletionError(error.object.message ?? "") === "not-recorded";
}
