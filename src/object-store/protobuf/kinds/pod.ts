import type { pods } from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, map, message, messages, text, time, within } from "../field.ts";
import { conditions } from "./common.ts";

function containerStatuses(number: number) {
  return messages(number, {
    name: text(1),
    restartCount: integer(5),
    state: message(2, {
      running: message(2, { startedAt: time(1) }),
      waiting: message(1, { reason: text(1, "omitempty"), message: text(2, "omitempty") }),
      terminated: message(3, { reason: text(3, "omitempty"), exitCode: integer(1), finishedAt: time(6) }),
    }),
  });
}

/**
 * Where the fields of a Pod that pvguard reads are in its protobuf message, by field number.
 * kubernetes/api core/v1/generated.proto Pod, Volume, VolumeSource (v1.36).
 */
export const pod = {
  spec: message(2, {
    nodeName: text(10, "omitempty"),
    schedulerName: text(19, "omitempty"),
    restartPolicy: text(3, "omitempty"),
    terminationGracePeriodSeconds: integer(4),
    nodeSelector: map(7),
    tolerations: messages(22, {
      key: text(1, "omitempty"),
      operator: text(2, "omitempty"),
      value: text(3, "omitempty"),
      effect: text(4, "omitempty"),
      tolerationSeconds: integer(5),
    }),
    securityContext: message(14, { fsGroup: integer(5), fsGroupChangePolicy: text(9) }),
    containers: messages(2, { name: text(1), image: text(2, "omitempty") }),
    volumes: messages(1, {
      name: text(1),
      persistentVolumeClaim: within(2, message(10, { claimName: text(1), readOnly: flag(2, "omitempty") })),
      ephemeral: within(
        2,
        message(29, {
          volumeClaimTemplate: message(1, { spec: message(2, { storageClassName: text(5) }) }),
        }),
      ),
      csi: within(2, message(28, { driver: text(1) })),
    }),
  }),
  status: message(3, {
    phase: text(1, "omitempty"),
    reason: text(4, "omitempty"),
    message: text(3, "omitempty"),
    startTime: time(7),
    conditions: conditions(2, 4),
    initContainerStatuses: containerStatuses(10),
    containerStatuses: containerStatuses(8),
  }),
} as const satisfies FieldsFor<(typeof pods)["fields"]>;
