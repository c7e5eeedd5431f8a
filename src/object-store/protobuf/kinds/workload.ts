import type {
  cronJobs,
  daemonSets,
  deployments,
  jobs,
  replicaSets,
  statefulSets,
} from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, message, messages, text, time } from "../field.ts";
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
    volumeClaimTemplates: messages(4, { metadata: message(1, { name: text(1, "omitempty") }) }),
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
