import type { AnyRuleEntry } from "../engine/index.ts";
import attachmentHeld from "./attachment-held.ts";
import claimDeletedWithApp from "./claim-deleted-with-app.ts";
import claimHeld from "./claim-held.ts";
import claimKeptByPodsOnly from "./claim-kept-by-pods-only.ts";
import claimOwnerGone from "./claim-owner-gone.ts";
import claimRefMismatch from "./claim-ref-mismatch.ts";
import claimUnprotected from "./claim-unprotected.ts";
import claimWithoutSnapshot from "./claim-without-snapshot.ts";
import claimsDeletedWithSet from "./claims-deleted-with-set.ts";
import finishedPodHoldsClaim from "./finished-pod-holds-claim.ts";
import namespaceHeld from "./namespace-held.ts";
import podWaitsForDeletedClaim from "./pod-waits-for-deleted-claim.ts";
import reclaimDeadlocked from "./reclaim-deadlocked.ts";
import reclaimFinalizerLeft from "./reclaim-finalizer-left.ts";
import reclaimFinalizerMissing from "./reclaim-finalizer-missing.ts";
import sharedVolumeHandle from "./shared-volume-handle.ts";
import snapshotContentHeld from "./snapshot-content-held.ts";
import snapshotHeld from "./snapshot-held.ts";
import volumeAttachedTwice from "./volume-attached-twice.ts";
import volumeDeletedInUse from "./volume-deleted-in-use.ts";
import volumeHeld from "./volume-held.ts";
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
];
