import type { AnyController } from "../model/index.ts";
import { attachDetachController } from "./attach-detach/index.ts";
import { cloneProtection } from "./clone.ts";
import { ephemeralController } from "./ephemeral.ts";
import { attachmentAttacher, volumeAttacher } from "./external-attacher/index.ts";
import { volumeProvisioner } from "./external-provisioner/index.ts";
import { garbageCollectors } from "./garbage-collector/index.ts";
import { kubelet } from "./kubelet.ts";
import { localDeleter } from "./local/index.ts";
import { namespaceController } from "./namespace.ts";
import { podGarbageCollector } from "./pod-gc.ts";
import { populator } from "./populator/index.ts";
import { claimBinder, volumeBinder } from "./pv-binder/index.ts";
import { pvProtectionController } from "./pv-protection.ts";
import { pvcProtectionController } from "./pvc-protection.ts";
import { scheduler } from "./scheduler/index.ts";
import {
  contentController,
  contentSnapshotter,
  snapshotController,
  snapshotSourceClaim,
} from "./snapshot/index.ts";
import { restoreSource } from "./snapshot-source.ts";
import { claimOwnerController, statefulSetController } from "./statefulset/index.ts";
import { vacProtectionController } from "./vac-protection.ts";

export * from "./admission-webhooks.ts";
export * as annotationNames from "./annotation-names.ts";
export * from "./attach-detach/index.ts";
export * from "./attacher-name.ts";
export * from "./attacher-presence.ts";
export * from "./attachment-users.ts";
export * from "./claim-end.ts";
export * from "./claim-manager.ts";
export * from "./claims-of-pod.ts";
export * from "./clone.ts";
export * from "./data-source.ts";
export * from "./deletion-failure.ts";
export * from "./deletion-leak.ts";
export * from "./disk-end.ts";
export * from "./disk-key.ts";
export * from "./disk-names.ts";
export * from "./driver-presence.ts";
export * from "./ephemeral.ts";
export * from "./expansion.ts";
export * from "./external-attacher/index.ts";
export * from "./external-provisioner/index.ts";
export * as finalizerNames from "./finalizer-names.ts";
export * from "./garbage-collector/index.ts";
export * from "./in-tree-reclaim/index.ts";
export * from "./indexes/index.ts";
export * from "./kubelet.ts";
export * from "./label-selector.ts";
export * from "./latest-event.ts";
export * from "./leader-lease.ts";
export * from "./local/index.ts";
export * from "./namespace.ts";
export * from "./namespace-conditions.ts";
export * from "./namespace-refusal.ts";
export * from "./node-state.ts";
export * from "./not-found.ts";
export * from "./pod-gc.ts";
export * from "./pod-state.ts";
export * from "./populator/index.ts";
export * from "./protection.ts";
export * from "./pv-binder/index.ts";
export * from "./pv-finalizers.ts";
export * from "./pv-protection.ts";
export * from "./pvc-protection.ts";
export * from "./quantity.ts";
export * from "./reclaim-policy.ts";
export * from "./refs.ts";
export * from "./refuser.ts";
export * from "./retain-drops.ts";
export * from "./same-disk.ts";
export * from "./scheduler/index.ts";
export * from "./snapshot/index.ts";
export * from "./snapshot-source.ts";
export * from "./sorted.ts";
export * from "./statefulset/index.ts";
export * from "./storage-class-name.ts";
export * from "./to-be-filled.ts";
export * from "./told-gone.ts";
export * from "./tools.ts";
export * from "./vac-protection.ts";
export * from "./volume-nodes.ts";
export * from "./volume-source.ts";

/** Every controller that is run forward. */
export const controllers: readonly AnyController[] = [
  pvcProtectionController,
  pvProtectionController,
  vacProtectionController,
  volumeBinder,
  claimBinder,
  volumeProvisioner,
  cloneProtection,
  restoreSource,
  attachDetachController,
  attachmentAttacher,
  volumeAttacher,
  snapshotController,
  snapshotSourceClaim,
  contentController,
  contentSnapshotter,
  localDeleter,
  populator,
  statefulSetController,
  claimOwnerController,
  ephemeralController,
  ...garbageCollectors,
  podGarbageCollector,
  namespaceController,
  scheduler,
  kubelet,
];
