import {
  flag,
  integer,
  map,
  message,
  messages,
  text,
  texts,
  within,
} from "../../src/object-store/protobuf/field.ts";
import type { Wires } from "../../test/support/protobuf/encode.ts";

/** kubernetes/api core/v1/generated.proto CSIPersistentVolumeSource (v1.36). */
export const persistentVolume: Wires = {
  spec: message(2, {
    csi: within(2, message(22, { fsType: text(4, "omitempty"), volumeAttributes: map(5) })),
    claimRef: message(4, { fieldPath: text(7, "omitempty") }),
  }),
};

/** kubernetes/api storage/v1/generated.proto (v1.36). */
export const volumeAttachment: Wires = { status: message(3, { attachmentMetadata: map(2) }) };

export const storageClass: Wires = { parameters: map(3) };

export const csiDriver: Wires = {
  spec: message(2, {
    podInfoOnMount: flag(2),
    volumeLifecycleModes: texts(3),
    storageCapacity: flag(4),
    fsGroupPolicy: text(5),
    requiresRepublish: flag(7),
    seLinuxMount: flag(8),
  }),
};

export const csiNode: Wires = {
  spec: message(2, {
    drivers: messages(1, { topologyKeys: texts(3), allocatable: message(4, { count: integer(1) }) }),
  }),
};
