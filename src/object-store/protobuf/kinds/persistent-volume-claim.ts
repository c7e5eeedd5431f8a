import type { persistentVolumeClaims } from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { map, message, messages, text, texts } from "../field.ts";
import { conditions } from "./common.ts";

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
