import type { AnyWaitEntry } from "../define/index.ts";
import attachmentDetach from "./attachment-detach.ts";
import attributes from "./attributes.ts";
import boundMismatch from "./bound-mismatch.ts";
import claimDeleted from "./claim-deleted.ts";
import classObjects from "./class-objects.ts";
import contentNotReady from "./content-not-ready.ts";
import deletedByATool from "./deleted-by-a-tool.ts";
import deletedWithPod from "./deleted-with-pod.ts";
import deletionRefused from "./deletion-refused.ts";
import diskEndsWithAnother from "./disk-ends-with-another.ts";
import diskNotListed from "./disk-not-listed.ts";
import failed from "./failed.ts";
import formerVolume from "./former-volume.ts";
import localVolumeNodeGone from "./local-volume-node-gone.ts";
import lost from "./lost.ts";
import namespaceContent from "./namespace-content.ts";
import namespaceDeleted from "./namespace-deleted.ts";
import namespaceDeletesSnapshot from "./namespace-deletes-snapshot.ts";
import nodeDrain from "./node-drain.ts";
import nodeEviction from "./node-eviction.ts";
import nodeObjects from "./node-objects.ts";
import onTwoNodes from "./on-two-nodes.ts";
import operatorDeletesClaim from "./operator-deletes-claim.ts";
import orphanedContent from "./orphaned-content.ts";
import ownerGone from "./owner-gone.ts";
import pending from "./pending.ts";
import podOfClaim from "./pod-of-claim.ts";
import podOfVolume from "./pod-of-volume.ts";
import podStart from "./pod-start.ts";
import podTeardown from "./pod-teardown.ts";
import podsNotCreated from "./pods-not-created.ts";
import released from "./released.ts";
import reserved from "./reserved.ts";
import setChangeRefused from "./set-change-refused.ts";
import snapshotContent from "./snapshot-content.ts";
import snapshotDeleted from "./snapshot-deleted.ts";
import snapshotNotReady from "./snapshot-not-ready.ts";
import statefulsetPods from "./statefulset-pods.ts";
import statefulsetRollout from "./statefulset-rollout.ts";
import unusable from "./unusable.ts";
import unusedClaim from "./unused-claim.ts";
import volumeDeletedUnderClaim from "./volume-deleted-under-claim.ts";
import volumeOwnerGone from "./volume-owner-gone.ts";
import volumeUnusable from "./volume-unusable.ts";
import workloadObjects from "./workload-objects.ts";

/** Every reason to stay, or not to work, that is not a finalizer. */
export const waits: readonly AnyWaitEntry[] = [
  attachmentDetach,
  boundMismatch,
  claimDeleted,
  deletedWithPod,
  diskEndsWithAnother,
  diskNotListed,
  failed,
  formerVolume,
  localVolumeNodeGone,
  lost,
  namespaceContent,
  deletionRefused,
  namespaceDeleted,
  namespaceDeletesSnapshot,
  ownerGone,
  operatorDeletesClaim,
  volumeOwnerGone,
  pending,
  podStart,
  podTeardown,
  released,
  snapshotNotReady,
  reserved,
  unusable,
  volumeUnusable,
  podOfClaim,
  podOfVolume,
  volumeDeletedUnderClaim,
  attributes,
  snapshotContent,
  snapshotDeleted,
  contentNotReady,
  orphanedContent,
  deletedByATool,
  onTwoNodes,
  unusedClaim,
  statefulsetPods,
  setChangeRefused,
  statefulsetRollout,
  podsNotCreated,
  workloadObjects,
  nodeDrain,
  nodeEviction,
  nodeObjects,
  classObjects,
];
