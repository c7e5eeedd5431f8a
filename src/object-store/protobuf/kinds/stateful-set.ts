import type { statefulSets } from "../../../model/index.ts";
import { type FieldsFor, integer, message, messages, text } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api apps/v1/generated.proto StatefulSet (v1.36). */
export const statefulSet = {
  spec: message(2, {
    replicas: integer(1),
    ordinals: message(11, { start: integer(1) }),
    persistentVolumeClaimRetentionPolicy: message(10, {
      whenDeleted: text(1, "omitempty"),
      whenScaled: text(2, "omitempty"),
    }),
    volumeClaimTemplates: messages(4, { metadata: message(1, { name: text(1, "omitempty") }) }),
    template: podTemplate(3),
  }),
  status: message(3, { replicas: integer(2), readyReplicas: integer(3, "omitempty") }),
} as const satisfies FieldsFor<(typeof statefulSets)["fields"]>;
