import type { ObjectOf } from "./define.ts";
import { defineKind } from "./define.ts";

export const volumeAttachments = defineKind({
  resource: "storage.k8s.io/v1/volumeattachments",
  kind: "VolumeAttachment",
  namespaced: false,
  fields: {
    spec: { attacher: "text", nodeName: "text", source: { persistentVolumeName: "text" } },
    status: {
      attached: "flag",
      attachError: { message: "text", time: "text", errorCode: "integer" },
      detachError: { message: "text", time: "text", errorCode: "integer" },
    },
  },
});
export type VolumeAttachment = ObjectOf<typeof volumeAttachments>;

export const storageClasses = defineKind({
  resource: "storage.k8s.io/v1/storageclasses",
  kind: "StorageClass",
  shortNames: ["sc"],
  namespaced: false,
  fields: {
    provisioner: "text",
    reclaimPolicy: "text",
    volumeBindingMode: "text",
    allowVolumeExpansion: "flag",
    allowedTopologies: [{ matchLabelExpressions: [{ key: "text", values: ["text"] }] }],
  },
});
export type StorageClass = ObjectOf<typeof storageClasses>;

export const csiDrivers = defineKind({
  resource: "storage.k8s.io/v1/csidrivers",
  kind: "CSIDriver",
  namespaced: false,
  fields: { spec: { attachRequired: "flag", fsGroupPolicy: "text", storageCapacity: "flag" } },
});
export type CSIDriver = ObjectOf<typeof csiDrivers>;

export const csiNodes = defineKind({
  resource: "storage.k8s.io/v1/csinodes",
  kind: "CSINode",
  namespaced: false,
  fields: { spec: { drivers: [{ name: "text", nodeID: "text", allocatable: { count: "integer" } }] } },
});
export type CSINode = ObjectOf<typeof csiNodes>;

export const csiStorageCapacities = defineKind({
  resource: "storage.k8s.io/v1/csistoragecapacities",
  kind: "CSIStorageCapacity",
  namespaced: true,
  fields: {
    storageClassName: "text",
    capacity: "quantity",
    maximumVolumeSize: "quantity",
    nodeTopology: {
      matchLabels: { "*": "text" },
      matchExpressions: [{ key: "text", operator: "text", values: ["text"] }],
    },
  },
});
export type CSIStorageCapacity = ObjectOf<typeof csiStorageCapacities>;

export const volumeAttributesClasses = defineKind({
  resource: "storage.k8s.io/v1/volumeattributesclasses",
  kind: "VolumeAttributesClass",
  shortNames: ["vac"],
  namespaced: false,
  presence: "optional",
  olderVersions: ["storage.k8s.io/v1beta1"],
  fields: { driverName: "text" },
});
export type VolumeAttributesClass = ObjectOf<typeof volumeAttributesClasses>;
