import type {
  csiDrivers,
  csiNodes,
  persistentVolumeClaims,
  storageClasses,
  volumeAttachments,
  volumeAttributesClasses,
} from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, map, message, messages, text, texts, time } from "../field.ts";
import { conditions } from "./common.ts";

/** kubernetes/api storage/v1/generated.proto StorageClass (v1.36). */
export const storageClass = {
  provisioner: text(2),
  reclaimPolicy: text(4),
  volumeBindingMode: text(7),
  allowVolumeExpansion: flag(6),
  allowedTopologies: messages(8, { matchLabelExpressions: messages(1, { key: text(1), values: texts(2) }) }),
} as const satisfies FieldsFor<(typeof storageClasses)["fields"]>;

/** kubernetes/api storage/v1/generated.proto CSIDriver (v1.36). */
export const csiDriver = {
  spec: message(2, { attachRequired: flag(1), fsGroupPolicy: text(5), storageCapacity: flag(4) }),
} as const satisfies FieldsFor<(typeof csiDrivers)["fields"]>;

/** kubernetes/api storage/v1/generated.proto CSINode (v1.36). */
export const csiNode = {
  spec: message(2, {
    drivers: messages(1, { name: text(1), nodeID: text(2), allocatable: message(4, { count: integer(1) }) }),
  }),
} as const satisfies FieldsFor<(typeof csiNodes)["fields"]>;

function error(number: number) {
  return message(number, { message: text(2, "omitempty"), time: time(1), errorCode: integer(3) });
}

/** kubernetes/api storage/v1/generated.proto VolumeAttachment, VolumeError (v1.36). */
export const volumeAttachment = {
  spec: message(2, {
    attacher: text(1),
    nodeName: text(3),
    source: message(2, { persistentVolumeName: text(1) }),
  }),
  status: message(3, { attached: flag(1), attachError: error(3), detachError: error(4) }),
} as const satisfies FieldsFor<(typeof volumeAttachments)["fields"]>;

/** kubernetes/api storage/v1/generated.proto VolumeAttributesClass; storage/v1beta1 has the same numbers (v1.36). */
export const volumeAttributesClass = {
  driverName: text(2),
} as const satisfies FieldsFor<(typeof volumeAttributesClasses)["fields"]>;

/** kubernetes/api core/v1/generated.proto PersistentVolumeClaim (v1.36). */
export const persistentVolumeClaim = {
  spec: message(2, {
    accessModes: texts(1),
    volumeName: text(3, "omitempty"),
    volumeMode: text(6),
    storageClassName: text(5),
    volumeAttributesClassName: text(9),
    resources: message(2, { requests: map(2, "quantity") }),
    selector: message(4, {
      matchLabels: map(1),
      matchExpressions: messages(2, { key: text(1), operator: text(2), values: texts(3) }),
    }),
    dataSource: message(7, { apiGroup: text(1), kind: text(2), name: text(3) }),
    dataSourceRef: message(8, { apiGroup: text(1), kind: text(2), name: text(3), namespace: text(4) }),
  }),
  status: message(3, {
    phase: text(1, "omitempty"),
    accessModes: texts(2),
    capacity: map(3, "quantity"),
    currentVolumeAttributesClassName: text(8),
    modifyVolumeStatus: message(9, {
      targetVolumeAttributesClassName: text(1, "omitempty"),
      status: text(2),
    }),
    conditions: conditions(4, 4),
  }),
} as const satisfies FieldsFor<(typeof persistentVolumeClaims)["fields"]>;
