import type { metadataShape } from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, json, map, message, messages, text, texts, time, within } from "../field.ts";

/** `ObjectMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto and types.go (v1.36). */
export const metadata = {
  name: text(1, "omitempty"),
  namespace: text(3, "omitempty"),
  uid: text(5, "omitempty"),
  resourceVersion: text(6, "omitempty"),
  generation: integer(7, "omitempty"),
  creationTimestamp: time(8),
  deletionTimestamp: time(9),
  deletionGracePeriodSeconds: integer(10),
  finalizers: texts(14),
  labels: map(11),
  annotations: map(12),
  ownerReferences: messages(13, {
    apiVersion: text(5),
    kind: text(1),
    name: text(3),
    uid: text(4),
    controller: flag(6),
    blockOwnerDeletion: flag(7),
  }),
  managedFields: messages(17, {
    manager: text(1, "omitempty"),
    operation: text(2, "omitempty"),
    time: time(4),
    subresource: text(8, "omitempty"),
    fieldsV1: json(7),
  }),
} as const satisfies FieldsFor<typeof metadataShape>;

/** Conditions as most kinds have them; the number of the transition's time differs. */
export function conditions(number: number, lastTransitionTime: number) {
  return messages(number, {
    type: text(1),
    status: text(2),
    reason: text(lastTransitionTime + 1, "omitempty"),
    message: text(lastTransitionTime + 2, "omitempty"),
    lastTransitionTime: time(lastTransitionTime),
  });
}

/** kubernetes/api core/v1/generated.proto PodTemplateSpec, PodSpec, Volume (v1.36). */
export function podTemplate(number: number) {
  return message(number, {
    spec: message(2, {
      volumes: messages(1, {
        name: text(1),
        persistentVolumeClaim: within(2, message(10, { claimName: text(1) })),
      }),
    }),
  });
}
