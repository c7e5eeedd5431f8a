import type { RemedyEntry } from "../define/index.ts";
import addFinalizer from "./add-finalizer.ts";
import addNode from "./add-node.ts";
import annotateBeingDeleted from "./annotate-being-deleted.ts";
import checkController from "./check-controller.ts";
import copyData from "./copy-data.ts";
import deleteAttachment from "./delete-attachment.ts";
import deleteClaim from "./delete-claim.ts";
import deleteFinishedPods from "./delete-finished-pods.ts";
import deletePendingClaim from "./delete-pending-claim.ts";
import deletePod from "./delete-pod.ts";
import deletePopulatorHelpers from "./delete-populator-helpers.ts";
import deleteSnapshot from "./delete-snapshot.ts";
import deleteVolume from "./delete-volume.ts";
import dropFinalizer from "./drop-finalizer.ts";
import enableProtection from "./enable-protection.ts";
import forceDeletePod from "./force-delete-pod.ts";
import inspectNode from "./inspect-node.ts";
import keepClaim from "./keep-claim.ts";
import listDisks from "./list-disks.ts";
import lookAtPolicy from "./look-at-policy.ts";
import lowerRequest from "./lower-request.ts";
import nameSnapshotClass from "./name-snapshot-class.ts";
import nameVolume from "./name-volume.ts";
import nudge from "./nudge.ts";
import pairByClaimRef from "./pair-by-claim-ref.ts";
import proveDetached from "./prove-detached.ts";
import proveNodeOff from "./prove-node-off.ts";
import rebootNode from "./reboot-node.ts";
import recreateClaim from "./recreate-claim.ts";
import recreatePod from "./recreate-pod.ts";
import recreateStrategy from "./recreate-strategy.ts";
import recreateVolume from "./recreate-volume.ts";
import reinstallDriver from "./reinstall-driver.ts";
import relabelNode from "./relabel-node.ts";
import releaseClaimRef from "./release-claim-ref.ts";
import removeIgnore from "./remove-ignore.ts";
import removeOwnerReferences from "./remove-owner-references.ts";
import removeSelectedNode from "./remove-selected-node.ts";
import repairApiService from "./repair-api-service.ts";
import repairDriver from "./repair-driver.ts";
import restartSidecar from "./restart-sidecar.ts";
import restoreNfsServer from "./restore-nfs-server.ts";
import restoreVolume from "./restore-volume.ts";
import retainSnapshot from "./retain-snapshot.ts";
import retainVolumes from "./retain-volumes.ts";
import retainWhenScaled from "./retain-when-scaled.ts";
import runBeside from "./run-beside.ts";
import saveManifest from "./save-manifest.ts";
import scaleOwner from "./scale-owner.ts";
import schedulePod from "./schedule-pod.ts";
import setRetain from "./set-retain.ts";
import setSelectedNode from "./set-selected-node.ts";
import startNodePlugin from "./start-node-plugin.ts";
import swapVolume from "./swap-volume.ts";
import taintOutOfService from "./taint-out-of-service.ts";
import takeSnapshot from "./take-snapshot.ts";
import unblockDeletion from "./unblock-deletion.ts";

/** Everything that pvguard can propose to do. */
export const remedies: readonly RemedyEntry[] = [
  addFinalizer,
  addNode,
  annotateBeingDeleted,
  checkController,
  copyData,
  deleteAttachment,
  deleteClaim,
  deleteFinishedPods,
  deletePendingClaim,
  deletePod,
  deleteSnapshot,
  deleteVolume,
  dropFinalizer,
  enableProtection,
  forceDeletePod,
  inspectNode,
  listDisks,
  keepClaim,
  lookAtPolicy,
  lowerRequest,
  nameSnapshotClass,
  nudge,
  nameVolume,
  pairByClaimRef,
  proveDetached,
  proveNodeOff,
  rebootNode,
  recreateClaim,
  recreatePod,
  recreateStrategy,
  recreateVolume,
  relabelNode,
  reinstallDriver,
  releaseClaimRef,
  removeIgnore,
  removeOwnerReferences,
  removeSelectedNode,
  repairApiService,
  repairDriver,
  restartSidecar,
  restoreNfsServer,
  restoreVolume,
  saveManifest,
  runBeside,
  scaleOwner,
  schedulePod,
  setRetain,
  startNodePlugin,
  swapVolume,
  taintOutOfService,
  unblockDeletion,
  retainSnapshot,
  setSelectedNode,
  takeSnapshot,
  retainVolumes,
  retainWhenScaled,
  deletePopulatorHelpers,
];
