/**
 * The annotations that the storage controllers read and write.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go;
 * kubernetes-csi/external-snapshotter pkg/utils/util.go; kubernetes-csi/external-attacher pkg/controller/csi_handler.go.
 */

export const bindCompleted = "pv.kubernetes.io/bind-completed";
export const boundByController = "pv.kubernetes.io/bound-by-controller";
export const provisionedBy = "pv.kubernetes.io/provisioned-by";
export const migratedTo = "pv.kubernetes.io/migrated-to";
export const selectedNode = "volume.kubernetes.io/selected-node";
export const storageProvisioner = "volume.kubernetes.io/storage-provisioner";
export const betaStorageProvisioner = "volume.beta.kubernetes.io/storage-provisioner";
/** Overrides `spec.storageClassName`, on claims and volumes. */
export const betaStorageClass = "volume.beta.kubernetes.io/storage-class";
export const defaultStorageClass = "storageclass.kubernetes.io/is-default-class";

export const nodeId = "csi.alpha.kubernetes.io/node-id";

export const defaultSnapshotClass = "snapshot.storage.kubernetes.io/is-default-class";
export const snapshotBeingCreated = "snapshot.storage.kubernetes.io/volumesnapshot-being-created";
export const snapshotBeingDeleted = "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted";
