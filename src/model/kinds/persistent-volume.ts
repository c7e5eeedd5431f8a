import { defineKind, type ObjectOf } from "./define.ts";

export const persistentVolumes = defineKind({
  resource: "v1/persistentvolumes",
  kind: "PersistentVolume",
  singular: "persistentvolume",
  shortNames: ["pv"],
  namespaced: false,
  presence: "always",
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
      csi: { driver: "text", volumeHandle: "text", readOnly: "flag" },
      local: { path: "text" },
      hostPath: { path: "text" },
      nfs: { server: "text", path: "text" },
      awsElasticBlockStore: { volumeID: "text" },
      gcePersistentDisk: { pdName: "text" },
      azureDisk: { diskName: "text", diskURI: "text" },
      azureFile: { shareName: "text", secretName: "text" },
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
