import type { AnyFinalizerEntry } from "../define/index.ts";
import argoCdHook from "./argocd.argoproj.io__hook-finalizer.ts";
import jobTracking from "./batch.kubernetes.io__job-tracking.ts";
import cdiClonePopulator from "./cdi.kubevirt.io__clonePopulator.ts";
import cdiCloneSource from "./cdi.kubevirt.io__cloneSource.ts";
import cdiDataVolume from "./cdi.kubevirt.io__dataVolumeFinalizer.ts";
import cdiObjectTransfer from "./cdi.kubevirt.io__objectTransfer.ts";
import cnsDeleteProtection from "./cns.vmware.com__pvc-delete-protection.ts";
import cnsProtection from "./cns.vmware.com__pvc-protection.ts";
import cnsUnregister from "./cns.vmware.com__unregister-protection.ts";
import cnsSnapshotProtection from "./cns.vmware.com__volumesnapshot-protection.ts";
import externalAttacher from "./external-attacher__driver.ts";
import externalProvisioner from "./external-provisioner.volume.kubernetes.io__finalizer.ts";
import foregroundDeletion from "./foregroundDeletion.ts";
import groupBound from "./groupsnapshot.storage.kubernetes.io__volumegroupsnapshot-bound-protection.ts";
import groupContentBound from "./groupsnapshot.storage.kubernetes.io__volumegroupsnapshotcontent-bound-protection.ts";
import karpenter from "./karpenter.sh__termination.ts";
import pvController from "./kubernetes.io__pv-controller.ts";
import pvProtection from "./kubernetes.io__pv-protection.ts";
import pvcProtection from "./kubernetes.io__pvc-protection.ts";
import vacProtection from "./kubernetes.io__vac-protection.ts";
import kubernetes from "./kubernetes.ts";
import orphan from "./orphan.ts";
import populateTarget from "./prefix__populate-target-protection.ts";
import cloningProtection from "./provisioner.storage.kubernetes.io__cloning-protection.ts";
import restoreSource from "./provisioner.storage.kubernetes.io__volumesnapshot-as-source-protection.ts";
import arangoMember from "./pvc.database.arangodb.com__member-exists.ts";
import dellReplication from "./replication.storage.dell.com__replicationProtection.ts";
import csiAddonsReplication from "./replication.storage.openshift.io__pvc-protection.ts";
import claimAsSource from "./snapshot.storage.kubernetes.io__pvc-as-source-protection.ts";
import legacyClaim from "./snapshot.storage.kubernetes.io__pvc-protection.ts";
import snapshotAsSource from "./snapshot.storage.kubernetes.io__volumesnapshot-as-source-protection.ts";
import snapshotBound from "./snapshot.storage.kubernetes.io__volumesnapshot-bound-protection.ts";
import snapshotInGroup from "./snapshot.storage.kubernetes.io__volumesnapshot-in-group-protection.ts";
import legacySnapshot from "./snapshot.storage.kubernetes.io__volumesnapshot-protection.ts";
import contentBound from "./snapshot.storage.kubernetes.io__volumesnapshotcontent-bound-protection.ts";
import legacyContent from "./snapshot.storage.kubernetes.io__volumesnapshotcontent-protection.ts";
import topolvmLegacyClaim from "./topolvm.cybozu.com__pvc.ts";
import topolvmNode from "./topolvm.io__node.ts";
import topolvmClaim from "./topolvm.io__pvc.ts";
import veleroDataMover from "./velero.io__volume-snapshot-content-protect-finalizer.ts";
import ramenVolSync from "./volumereplicationgroups.ramendr.openshift.io__pvc-volsync-protection.ts";
import ramenVolRep from "./volumereplicationgroups.ramendr.openshift.io__pvc-vr-protection.ts";
import harvester from "./wrangler.cattle.io__persistentvolumeclaim-controller.ts";

/** Every finalizer that pvguard knows. The first entry that matches is the one that counts. */
export const finalizers: readonly AnyFinalizerEntry[] = [
  ...externalAttacher,
  pvcProtection,
  externalProvisioner,
  pvController,
  pvProtection,
  vacProtection,
  cloningProtection,
  restoreSource,
  claimAsSource,
  snapshotAsSource,
  snapshotBound,
  snapshotInGroup,
  contentBound,
  groupBound,
  groupContentBound,
  legacySnapshot,
  legacyContent,
  legacyClaim,
  populateTarget,
  foregroundDeletion,
  orphan,
  kubernetes,
  jobTracking,
  arangoMember,
  argoCdHook,
  cdiClonePopulator,
  cdiCloneSource,
  cdiDataVolume,
  cdiObjectTransfer,
  cnsDeleteProtection,
  cnsProtection,
  cnsSnapshotProtection,
  cnsUnregister,
  csiAddonsReplication,
  dellReplication,
  harvester,
  karpenter,
  ramenVolRep,
  ramenVolSync,
  topolvmClaim,
  topolvmLegacyClaim,
  topolvmNode,
  veleroDataMover,
];
