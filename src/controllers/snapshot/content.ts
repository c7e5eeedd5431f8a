import { annotationOf, isTerminating, type VolumeSnapshotContent } from "../../model/index.ts";
import { snapshotBeingCreated, snapshotBeingDeleted } from "../annotation-names.ts";

/**
 * Does the sidecar let a deleted content go? Not while its creation is under way, and not unless the snapshot
 * controller has said so in an annotation: a content that was deleted on its own stays.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, v8.6.
 */
export function shouldDeleteContent(content: VolumeSnapshotContent): boolean {
  if (!isTerminating(content)) return false;
  const { source, volumeSnapshotRef } = content.spec ?? {};
  if (source?.snapshotHandle !== undefined && (volumeSnapshotRef?.uid ?? "") === "") return true;
  // Once the snapshot is ready, the sidecar takes the annotation off: syncContent.
  const isReady = content.status?.readyToUse === true;
  if (annotationOf(content, snapshotBeingCreated) !== undefined && !isReady) return false;
  return annotationOf(content, snapshotBeingDeleted) !== undefined;
}

/** `delete`: the driver is asked to delete the snapshot first. The same file, syncContent. */
export function contentDeletion(content: VolumeSnapshotContent): "no" | "delete" | "release" {
  if (!shouldDeleteContent(content)) return "no";
  const { snapshotHandle, volumeGroupSnapshotHandle } = content.status ?? {};
  const isOurs = snapshotHandle !== undefined && volumeGroupSnapshotHandle === undefined;
  return content.spec?.deletionPolicy === "Delete" && isOurs ? "delete" : "release";
}
