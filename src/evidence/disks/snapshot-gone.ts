import type { Cluster } from "../../cluster/index.ts";
import { contentDeletion } from "../../controllers/index.ts";
import type { VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { missingIn, snapshotDeletionError } from "../error-text/index.ts";
import { lastFailure } from "../last-failure.ts";

/**
 * Has the driver deleted the snapshot of a content that still has its handle? The sidecar says so when it could not record it.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.7.
 */
export function snapshotGone(content: VolumeSnapshotContent, cluster: Cluster): Answer {
  if (contentDeletion(content) !== "delete")
    return weigh([], [refutation(content, "spec.deletionPolicy", content.spec?.deletionPolicy)]);
  const failure = lastFailure(content, "delete-snapshot", cluster);
  if (failure.is === "unread") return notLooked(failure.unread);
  const { message } = failure.told ?? {};
  if (message === undefined) return weigh([]);
  if (snapshotDeletionError(message) === "not-recorded") return weigh([proof(content, "event", message)]);
  const handle = content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle;
  // A driver that looks in one place only says the same of a snapshot that is in another.
  const isMissing = handle !== undefined && missingIn(message, [handle]) === "this-volume";
  const evidence = hint(content, "event", message);
  return isMissing ? weigh([evidence], [evidence]) : weigh([]);
}

/** Is it proven that only the object is left? */
export function isSnapshotDeleted(content: VolumeSnapshotContent, cluster: Cluster): boolean {
  return snapshotGone(content, cluster).is === "proven";
}
