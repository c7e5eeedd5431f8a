import type { ObjectOf } from "./define.ts";
import { conditionsShape, defineKind, selectorShape } from "./define.ts";

export const persistentVolumeClaims = defineKind({
  resource: "v1/persistentvolumeclaims",
  kind: "PersistentVolumeClaim",
  shortNames: ["pvc"],
  namespaced: true,
  fields: {
    spec: {
      accessModes: ["text"],
      volumeName: "text",
      volumeMode: "text",
      storageClassName: "text",
      volumeAttributesClassName: "text",
      resources: { requests: { "*": "quantity" } },
      selector: selectorShape,
      dataSource: { apiGroup: "text", kind: "text", name: "text" },
      dataSourceRef: { apiGroup: "text", kind: "text", name: "text", namespace: "text" },
    },
    status: {
      phase: "text",
      accessModes: ["text"],
      capacity: { "*": "quantity" },
      currentVolumeAttributesClassName: "text",
      modifyVolumeStatus: { targetVolumeAttributesClassName: "text", status: "text" },
      conditions: conditionsShape,
    },
  },
});

export type PersistentVolumeClaim = ObjectOf<typeof persistentVolumeClaims>;

/** Names where a Secret is. Its content is never read. */
const secretReference = { name: "text", namespace: "text" } as const;

export const persistentVolumes = defineKind({
  resource: "v1/persistentvolumes",
  kind: "PersistentVolume",
  shortNames: ["pv"],
  namespaced: false,
  fields: {
    spec: {
      accessModes: ["text"],
      capacity: { "*": "quantity" },
      persistentVolumeReclaimPolicy: "text",
      storageClassName: "text",
      volumeAttributesClassName: "text",
      volumeMode: "text",
      mountOptions: ["text"],
      claimRef: {
        apiVersion: "text",
        kind: "text",
        namespace: "text",
        name: "text",
        uid: "text",
        resourceVersion: "text",
      },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            {
              matchExpressions: [{ key: "text", operator: "text", values: ["text"] }],
              matchFields: [{ key: "text", operator: "text", values: ["text"] }],
            },
          ],
        },
      },
      csi: {
        driver: "text",
        volumeHandle: "text",
        readOnly: "flag",
        fsType: "text",
        controllerPublishSecretRef: secretReference,
        nodeStageSecretRef: secretReference,
        nodePublishSecretRef: secretReference,
        controllerExpandSecretRef: secretReference,
        nodeExpandSecretRef: secretReference,
      },
      local: { path: "text" },
      hostPath: { path: "text" },
      nfs: { server: "text", path: "text" },
      awsElasticBlockStore: { volumeID: "text" },
      gcePersistentDisk: { pdName: "text" },
      azureDisk: { diskName: "text", diskURI: "text" },
      azureFile: { shareName: "text", secretName: "text", secretNamespace: "text" },
      cinder: { volumeID: "text" },
      vsphereVolume: { volumePath: "text" },
      rbd: { image: "text", pool: "text" },
      cephfs: { path: "text", monitors: ["text"] },
      iscsi: { targetPortal: "text", iqn: "text", lun: "integer" },
      fc: { targetWWNs: ["text"], lun: "integer" },
      portworxVolume: { volumeID: "text" },
      flexVolume: { driver: "text" },
      glusterfs: { endpoints: "text", path: "text" },
      quobyte: { volume: "text" },
      scaleIO: { volumeName: "text" },
      storageos: { volumeName: "text" },
    },
    status: { phase: "text", message: "text", reason: "text", lastPhaseTransitionTime: "text" },
  },
});

export type PersistentVolume = ObjectOf<typeof persistentVolumes>;

const error = { message: "text", time: "text" } as const;

export const volumeSnapshots = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshots",
  kind: "VolumeSnapshot",
  shortNames: ["vs"],
  namespaced: true,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: {
    spec: {
      volumeSnapshotClassName: "text",
      source: { persistentVolumeClaimName: "text", volumeSnapshotContentName: "text" },
    },
    status: {
      readyToUse: "flag",
      boundVolumeSnapshotContentName: "text",
      volumeGroupSnapshotName: "text",
      creationTime: "text",
      error,
    },
  },
});
export type VolumeSnapshot = ObjectOf<typeof volumeSnapshots>;

export const volumeSnapshotContents = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  kind: "VolumeSnapshotContent",
  shortNames: ["vsc", "vscs"],
  namespaced: false,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: {
    spec: {
      deletionPolicy: "text",
      driver: "text",
      volumeSnapshotClassName: "text",
      volumeSnapshotRef: { namespace: "text", name: "text", uid: "text" },
      source: { volumeHandle: "text", snapshotHandle: "text" },
    },
    status: { readyToUse: "flag", snapshotHandle: "text", volumeGroupSnapshotHandle: "text", error },
  },
});
export type VolumeSnapshotContent = ObjectOf<typeof volumeSnapshotContents>;

export const volumeSnapshotClasses = defineKind({
  resource: "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  kind: "VolumeSnapshotClass",
  shortNames: ["vsclass", "vsclasses"],
  namespaced: false,
  presence: "optional",
  olderVersions: ["snapshot.storage.k8s.io/v1beta1"],
  fields: { driver: "text", deletionPolicy: "text" },
});
export type VolumeSnapshotClass = ObjectOf<typeof volumeSnapshotClasses>;
