import type { PersistentVolumeClaim, VolumeSnapshot } from "../../model/index.ts";

/** A snapshot in error is not ready either. kubernetes-csi/external-snapshotter pkg/utils/util.go IsSnapshotReady, v8.6. */
export function isSnapshotReady(snapshot: VolumeSnapshot): boolean {
  return snapshot.status?.readyToUse === true;
}

/**
 * The snapshots that keep the finalizer on the claim they are taken of: all that are not ready.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go isPVCBeingUsed, v8.6.
 *
 * @param without a snapshot that is about to be deleted, and no longer counts
 */
export function snapshotsThatUse(
  claim: PersistentVolumeClaim,
  snapshots: readonly VolumeSnapshot[],
  without?: VolumeSnapshot,
): readonly VolumeSnapshot[] {
  return snapshots.filter(
    (snapshot) =>
      snapshot.metadata.namespace === claim.metadata.namespace &&
      snapshot.spec?.source?.persistentVolumeClaimName === claim.metadata.name &&
      snapshot.metadata.name !== without?.metadata.name &&
      !isSnapshotReady(snapshot),
  );
}
