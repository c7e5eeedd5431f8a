import type { persistentVolumes } from "../../../kubernetes/index.ts";
import type { Fields, FieldsFor } from "../field.ts";
import { flag, integer, map, message, messages, text, texts, time, within } from "../field.ts";

/** A source stands in a `persistentVolumeSource` of its own. */
function source<F extends Fields>(number: number, fields: F) {
  return within(2, message(number, fields));
}

function secretReference(number: number) {
  return message(number, { name: text(1, "omitempty"), namespace: text(2, "omitempty") });
}

/** kubernetes/api core/v1/generated.proto PersistentVolume, PersistentVolumeSource (v1.36). */
export const persistentVolume = {
  spec: message(2, {
    accessModes: texts(3),
    capacity: map(1, "quantity"),
    persistentVolumeReclaimPolicy: text(5, "omitempty"),
    storageClassName: text(6, "omitempty"),
    volumeAttributesClassName: text(10),
    volumeMode: text(8),
    mountOptions: texts(7),
    claimRef: message(4, {
      apiVersion: text(5, "omitempty"),
      kind: text(1, "omitempty"),
      namespace: text(2, "omitempty"),
      name: text(3, "omitempty"),
      uid: text(4, "omitempty"),
      resourceVersion: text(6, "omitempty"),
    }),
    nodeAffinity: message(9, {
      required: message(1, {
        nodeSelectorTerms: messages(1, {
          matchExpressions: messages(1, { key: text(1), operator: text(2), values: texts(3) }),
          matchFields: messages(2, { key: text(1), operator: text(2), values: texts(3) }),
        }),
      }),
    }),
    csi: source(22, {
      driver: text(1),
      volumeHandle: text(2),
      readOnly: flag(3, "omitempty"),
      fsType: text(4, "omitempty"),
      controllerPublishSecretRef: secretReference(6),
      nodeStageSecretRef: secretReference(7),
      nodePublishSecretRef: secretReference(8),
      controllerExpandSecretRef: secretReference(9),
      nodeExpandSecretRef: secretReference(10),
    }),
    local: source(20, { path: text(1) }),
    hostPath: source(3, { path: text(1) }),
    nfs: source(5, { server: text(1), path: text(2) }),
    awsElasticBlockStore: source(2, { volumeID: text(1) }),
    gcePersistentDisk: source(1, { pdName: text(1) }),
    azureDisk: source(16, { diskName: text(1), diskURI: text(2) }),
    azureFile: source(13, { shareName: text(2), secretName: text(1), secretNamespace: text(4) }),
    cinder: source(8, { volumeID: text(1) }),
    vsphereVolume: source(14, { volumePath: text(1) }),
    rbd: source(6, { image: text(2), pool: text(4, "omitempty") }),
    cephfs: source(9, { path: text(2, "omitempty"), monitors: texts(1) }),
    iscsi: source(7, { targetPortal: text(1), iqn: text(2), lun: integer(3) }),
    fc: source(10, { targetWWNs: texts(1), lun: integer(2) }),
    portworxVolume: source(18, { volumeID: text(1) }),
    flexVolume: source(12, { driver: text(1) }),
    glusterfs: source(4, { endpoints: text(1), path: text(2) }),
    quobyte: source(15, { volume: text(2) }),
    scaleIO: source(19, { volumeName: text(8, "omitempty") }),
    storageos: source(21, { volumeName: text(1, "omitempty") }),
  }),
  status: message(3, {
    phase: text(1, "omitempty"),
    message: text(2, "omitempty"),
    reason: text(3, "omitempty"),
    lastPhaseTransitionTime: time(4),
  }),
} as const satisfies FieldsFor<(typeof persistentVolumes)["fields"]>;
