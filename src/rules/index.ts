import type { AnyRuleEntry } from "../define/index.ts";
import attachmentHeld from "./attachment-held.ts";
import attachmentOrphaned from "./attachment-orphaned.ts";
import claimAttributesRefused from "./claim-attributes-refused.ts";
import claimDeletedWithApp from "./claim-deleted-with-app.ts";
import claimHeld from "./claim-held.ts";
import claimKeptByPodsOnly from "./claim-kept-by-pods-only.ts";
import claimLost from "./claim-lost.ts";
import claimNotCreated from "./claim-not-created.ts";
import claimOwnerGone from "./claim-owner-gone.ts";
import claimPending from "./claim-pending.ts";
import claimRefMismatch from "./claim-ref-mismatch.ts";
import claimTakenAlong from "./claim-taken-along.ts";
import claimUnprotected from "./claim-unprotected.ts";
import claimUnusable from "./claim-unusable.ts";
import claimUnused from "./claim-unused.ts";
import claimWithoutSnapshot from "./claim-without-snapshot.ts";
import claimsDeletedWithSet from "./claims-deleted-with-set.ts";
import diskAttachedElsewhere from "./disk-attached-elsewhere.ts";
import diskLeaked from "./disk-leaked.ts";
import diskMissing from "./disk-missing.ts";
import diskOfAnotherCluster from "./disk-of-another-cluster.ts";
import diskSizeDiffers from "./disk-size-differs.ts";
import disksOfUnknownOwner from "./disks-of-unknown-owner.ts";
import finalizerWithoutOwner from "./finalizer-without-owner.ts";
import finishedPodHoldsClaim from "./finished-pod-holds-claim.ts";
import localVolumeNodeGone from "./local-volume-node-gone.ts";
import namespaceHeld from "./namespace-held.ts";
import podCannotStart from "./pod-cannot-start.ts";
import podHeld from "./pod-held.ts";
import podWaitsForDeletedClaim from "./pod-waits-for-deleted-claim.ts";
import podWithoutClaim from "./pod-without-claim.ts";
import reclaimDeadlocked from "./reclaim-deadlocked.ts";
import reclaimFinalizerLeft from "./reclaim-finalizer-left.ts";
import reclaimFinalizerMissing from "./reclaim-finalizer-missing.ts";
import releasedInUse from "./released-in-use.ts";
import sharedSnapshotHandle from "./shared-snapshot-handle.ts";
import sharedVolumeHandle from "./shared-volume-handle.ts";
import snapshotContentHeld from "./snapshot-content-held.ts";
import snapshotContentOrphaned from "./snapshot-content-orphaned.ts";
import snapshotHeld from "./snapshot-held.ts";
import snapshotStuck from "./snapshot-stuck.ts";
import statefulsetSurplusClaim from "./statefulset-surplus-claim.ts";
import storageClassUnserved from "./storage-class-unserved.ts";
import storageClassUnused from "./storage-class-unused.ts";
import volumeAttachedTwice from "./volume-attached-twice.ts";
import volumeAvailable from "./volume-available.ts";
import volumeDeletedInUse from "./volume-deleted-in-use.ts";
import volumeDeletionFails from "./volume-deletion-fails.ts";
import volumeFailed from "./volume-failed.ts";
import volumeHeld from "./volume-held.ts";
import volumeListedUnattached from "./volume-listed-unattached.ts";
import volumeNeverDeleted from "./volume-never-deleted.ts";
import volumeRetained from "./volume-retained.ts";
import volumeUnprotected from "./volume-unprotected.ts";

/** Every audit rule, by code. */
export const rules: readonly AnyRuleEntry[] = [
  claimHeld,
  volumeHeld,
  attachmentHeld,
  snapshotHeld,
  snapshotContentHeld,
  namespaceHeld,
  finishedPodHoldsClaim,
  podWaitsForDeletedClaim,
  podHeld,
  claimUnprotected,
  volumeUnprotected,
  reclaimFinalizerMissing,
  reclaimFinalizerLeft,
  volumeDeletedInUse,
  claimRefMismatch,
  sharedVolumeHandle,
  claimKeptByPodsOnly,
  claimDeletedWithApp,
  claimsDeletedWithSet,
  reclaimDeadlocked,
  claimWithoutSnapshot,
  claimOwnerGone,
  volumeAttachedTwice,
  claimTakenAlong,
  sharedSnapshotHandle,
  volumeListedUnattached,
  diskAttachedElsewhere,
  diskOfAnotherCluster,
  diskSizeDiffers,
  releasedInUse,
  volumeRetained,
  volumeDeletionFails,
  volumeNeverDeleted,
  volumeFailed,
  claimLost,
  volumeAvailable,
  claimUnused,
  statefulsetSurplusClaim,
  attachmentOrphaned,
  localVolumeNodeGone,
  snapshotContentOrphaned,
  snapshotStuck,
  finalizerWithoutOwner,
  storageClassUnused,
  storageClassUnserved,
  diskLeaked,
  disksOfUnknownOwner,
  claimPending,
  claimUnusable,
  podWithoutClaim,
  claimAttributesRefused,
  podCannotStart,
  claimNotCreated,
  diskMissing,
];
