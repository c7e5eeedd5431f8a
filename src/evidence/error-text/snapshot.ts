/** Who failed: the driver; or the API server, before the driver was asked, or after it had deleted the snapshot. */
type SnapshotDeletionError = "credentials" | "driver" | "not-recorded";

/**
 * What the text of an event `SnapshotDeleteError` is about.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.7.
 */
export function snapshotDeletionError(message: string): SnapshotDeletionError {
  if (message === "Failed to clear content status") return "not-recorded";
  return /^Failed to get snapshot (class or )?credentials$/.test(message) ? "credentials" : "driver";
}

/** alibaba/open-local#184: a driver that needs a claim that no longer exists. */
export function wantsSourceClaim(message: string): boolean {
  return /persistentvolumeclaims? .{0,200}not found/i.test(message);
}
