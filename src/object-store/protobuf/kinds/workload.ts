import type {
  cronJobs,
  daemonSets,
  deployments,
  jobs,
  pods,
  replicaSets,
  statefulSets,
} from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, map, message, messages, text, time, within } from "../field.ts";
import { conditions, podTemplate } from "./common.ts";

/** kubernetes/api apps/v1/generated.proto StatefulSet (v1.36). */
export const statefulSet = {
  spec: message(2, {
    replicas: integer(1),
    podManagementPolicy: text(6, "omitempty"),
    ordinals: message(11, { start: integer(1) }),
    persistentVolumeClaimRetentionPolicy: message(10, {
      whenDeleted: text(1, "omitempty"),
      whenScaled: text(2, "omitempty"),
    }),
    updateStrategy: message(7, {
      type: text(1, "omitempty"),
      rollingUpdate: message(2, { partition: integer(1) }),
    }),
    volumeClaimTemplates: messages(4, {
      metadata: message(1, { name: text(1, "omitempty") }),
      spec: message(2, { storageClassName: text(5) }),
    }),
    template: podTemplate(3),
  }),
  status: message(3, {
    replicas: integer(2),
    readyReplicas: integer(3, "omitempty"),
    updateRevision: text(7, "omitempty"),
  }),
} as const satisfies FieldsFor<(typeof statefulSets)["fields"]>;

/** kubernetes/api apps/v1/generated.proto Deployment (v1.36). */
export const deployment = {
  spec: message(2, {
    replicas: integer(1),
    strategy: message(4, { type: text(1, "omitempty") }),
    paused: flag(7, "omitempty"),
    template: podTemplate(3),
  }),
  status: message(3, { replicas: integer(2, "omitempty"), readyReplicas: integer(7, "omitempty") }),
} as const satisfies FieldsFor<(typeof deployments)["fields"]>;

/** kubernetes/api apps/v1/generated.proto ReplicaSet (v1.36). */
export const replicaSet = {
  spec: message(2, { replicas: integer(1), template: podTemplate(3) }),
} as const satisfies FieldsFor<(typeof replicaSets)["fields"]>;

/** kubernetes/api apps/v1/generated.proto DaemonSet (v1.36). */
export const daemonSet = {
  spec: message(2, { template: podTemplate(2) }),
  status: message(3, { numberReady: integer(4), desiredNumberScheduled: integer(3) }),
} as const satisfies FieldsFor<(typeof daemonSets)["fields"]>;

/** kubernetes/api batch/v1/generated.proto Job (v1.36). */
export const job = {
  spec: message(2, { ttlSecondsAfterFinished: integer(8), suspend: flag(10), template: podTemplate(6) }),
  status: message(3, {
    succeeded: integer(5, "omitempty"),
    failed: integer(6, "omitempty"),
    active: integer(4, "omitempty"),
    conditions: conditions(1, 4),
  }),
} as const satisfies FieldsFor<(typeof jobs)["fields"]>;

/** kubernetes/api batch/v1/generated.proto CronJob, JobTemplateSpec (v1.36). */
export const cronJob = {
  spec: message(2, {
    schedule: text(1),
    suspend: flag(4),
    jobTemplate: message(5, { spec: message(2, { template: podTemplate(6) }) }),
  }),
  status: message(3, { lastScheduleTime: time(4) }),
} as const satisfies FieldsFor<(typeof cronJobs)["fields"]>;

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
