/** The finalizers that Kubernetes and its CSI sidecars put on objects, by the name of the constant or its purpose. */

export const pvcProtection = "kubernetes.io/pvc-protection";
export const pvProtection = "kubernetes.io/pv-protection";
export const vacProtection = "kubernetes.io/vac-protection";
/** PV controller, on in-tree volumes with policy Delete. */
export const pvController = "kubernetes.io/pv-controller";
export const foregroundDeletion = "foregroundDeletion";
export const orphanDependents = "orphan";

export const externalProvisioner = "external-provisioner.volume.kubernetes.io/finalizer";
export const cloningProtection = "provisioner.storage.kubernetes.io/cloning-protection";
export const restoreSourceProtection =
  "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection";
export const attacherPrefix = "external-attacher/";

export const pvcAsSource = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
export const snapshotAsSource = "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection";
export const snapshotBound = "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection";
export const snapshotInGroup = "snapshot.storage.kubernetes.io/volumesnapshot-in-group-protection";
export const contentBound = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";

/** The part after the prefix that each populator chooses. */
export const populateTargetSuffix = "/populate-target-protection";
