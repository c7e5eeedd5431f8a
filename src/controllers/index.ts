import { attachDetachController } from "./attach-detach.ts";
import type { AnyController } from "./controller.ts";
import { cloneProtection, restoreSource } from "./data-source.ts";
import { ephemeralController } from "./ephemeral.ts";
import { attachmentAttacher, volumeAttacher } from "./external-attacher.ts";
import { volumeProvisioner } from "./external-provisioner.ts";
import { garbageCollectors } from "./garbage-collector.ts";
import { kubelet } from "./kubelet.ts";
import { localDeleter } from "./local-provisioner.ts";
import { mayastorCollector } from "./mayastor.ts";
import { namespaceController } from "./namespace.ts";
import { podGarbageCollector } from "./pod-gc.ts";
import { populator } from "./populator.ts";
import { pvcProtectionController, pvProtectionController, vacProtectionController } from "./protection.ts";
import { claimBinder, volumeBinder } from "./pv-binder/index.ts";
import { scheduler } from "./scheduler.ts";
import {
  contentController,
  contentSnapshotter,
  snapshotController,
  snapshotSourceClaim,
} from "./snapshot/index.ts";
import { statefulSetController } from "./statefulset.ts";
import { claimOwnerController } from "./statefulset-claims.ts";
import { ttlAfterFinished } from "./ttl-after-finished.ts";

export * from "./admission-webhooks.ts";
export * as annotationNames from "./annotation-names.ts";
export * from "./attach-detach.ts";
export * from "./claim-end.ts";
export * from "./claims-of-pod.ts";
export * from "./controller.ts";
export * from "./data-source.ts";
export * from "./ephemeral.ts";
export * from "./eviction.ts";
export * from "./external-attacher.ts";
export * from "./external-provisioner.ts";
export * as finalizerNames from "./finalizer-names.ts";
export * from "./garbage-collector.ts";
export * from "./indexes/index.ts";
export * from "./kubelet.ts";
export * from "./local-provisioner.ts";
export * from "./mayastor.ts";
export * from "./namespace.ts";
export * from "./node-objects.ts";
export * from "./objects/index.ts";
export * from "./owners.ts";
export * from "./pod-gc.ts";
export * from "./populator.ts";
export * from "./protection.ts";
export * from "./pv-binder/index.ts";
export * from "./scheduler.ts";
export * from "./shared-disk.ts";
export * from "./snapshot/index.ts";
export * from "./statefulset.ts";
export * from "./statefulset-claims.ts";
export * from "./taint-eviction.ts";
export * from "./ttl-after-finished.ts";
export * from "./volume-deletion.ts";
export * from "./workload-objects.ts";

/** Every controller that is run forward. */
export const controllers: readonly AnyController[] = [
  // Before the object can go: it sees the deletion, and not the end of it.
  mayastorCollector,
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
  ttlAfterFinished,
  namespaceController,
  scheduler,
  kubelet,
];
