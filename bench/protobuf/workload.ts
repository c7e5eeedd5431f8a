import {
  flag,
  integer,
  map,
  message,
  messages,
  text,
  texts,
  time,
} from "../../src/object-store/protobuf/field.ts";
import type { Wires } from "../../test/support/protobuf/encode.ts";
import { metadata } from "./cluster.ts";
import { podSpec } from "./pod.ts";
import { group, groups, intOrString } from "./wire.ts";

const selector = (number: number) => message(number, { matchLabels: map(1) });
const template = (number: number) => group(number, { metadata: group(1, metadata), spec: group(2, podSpec) });

/** kubernetes/api apps/v1/generated.proto StatefulSetSpec, StatefulSetStatus (v1.36). */
export const statefulSet: Wires = {
  spec: group(2, {
    selector: selector(2),
    template: template(3),
    volumeClaimTemplates: groups(4, {
      metadata: group(1, metadata),
      spec: message(2, {
        accessModes: texts(1),
        volumeName: text(3, "omitempty"),
        resources: message(2, { requests: map(2, "quantity") }),
        storageClassName: text(5),
        volumeMode: text(6),
      }),
      status: message(3, { phase: text(1, "omitempty") }),
    }),
    minReadySeconds: integer(9, "omitempty"),
    serviceName: text(5),
    podManagementPolicy: text(6),
    updateStrategy: message(7, { type: text(1), rollingUpdate: message(2, { partition: integer(1) }) }),
    revisionHistoryLimit: integer(8),
  }),
  status: message(3, {
    observedGeneration: integer(1),
    currentReplicas: integer(4, "omitempty"),
    updatedReplicas: integer(5, "omitempty"),
    currentRevision: text(6, "omitempty"),
    updateRevision: text(7, "omitempty"),
    collisionCount: integer(9),
    availableReplicas: integer(11, "omitempty"),
  }),
};

const rollingUpdate = group(2, { maxUnavailable: intOrString(1), maxSurge: intOrString(2) });

/** kubernetes/api apps/v1/generated.proto DeploymentSpec, DeploymentStatus (v1.36). */
export const deployment: Wires = {
  spec: group(2, {
    selector: selector(2),
    template: template(3),
    strategy: group(4, { type: text(1), rollingUpdate }),
    minReadySeconds: integer(5, "omitempty"),
    paused: flag(7, "omitempty"),
    revisionHistoryLimit: integer(6),
    progressDeadlineSeconds: integer(9),
  }),
  status: message(3, {
    observedGeneration: integer(1, "omitempty"),
    updatedReplicas: integer(3, "omitempty"),
    availableReplicas: integer(4, "omitempty"),
    unavailableReplicas: integer(5, "omitempty"),
    conditions: messages(6, {
      type: text(1),
      status: text(2),
      reason: text(4),
      message: text(5),
      lastUpdateTime: time(6),
      lastTransitionTime: time(7),
    }),
  }),
};

export const replicaSet: Wires = {
  spec: group(2, { minReadySeconds: integer(4, "omitempty"), selector: selector(2), template: template(3) }),
  status: message(3, {
    replicas: integer(1),
    fullyLabeledReplicas: integer(2, "omitempty"),
    observedGeneration: integer(3, "omitempty"),
    readyReplicas: integer(4, "omitempty"),
    availableReplicas: integer(5, "omitempty"),
  }),
};

export const daemonSet: Wires = {
  spec: group(2, {
    selector: selector(1),
    template: template(2),
    minReadySeconds: integer(4, "omitempty"),
    updateStrategy: group(3, { type: text(1), rollingUpdate }),
    revisionHistoryLimit: integer(6),
  }),
  status: message(3, {
    currentNumberScheduled: integer(1),
    numberMisscheduled: integer(2),
    observedGeneration: integer(5, "omitempty"),
    updatedNumberScheduled: integer(6, "omitempty"),
    numberAvailable: integer(7, "omitempty"),
    numberUnavailable: integer(8, "omitempty"),
  }),
};

/** kubernetes/api batch/v1/generated.proto JobSpec, JobStatus, CronJobSpec (v1.36). */
const jobSpec: Wires = {
  parallelism: integer(1),
  completions: integer(2),
  backoffLimit: integer(7),
  selector: selector(4),
  template: template(6),
  completionMode: text(9),
  suspend: flag(10),
  podReplacementPolicy: text(14),
};

export const job: Wires = {
  spec: group(2, jobSpec),
  status: message(3, {
    conditions: messages(1, {
      type: text(1),
      status: text(2),
      lastProbeTime: time(3),
      lastTransitionTime: time(4),
      reason: text(5, "omitempty"),
      message: text(6, "omitempty"),
    }),
    completedIndexes: text(7, "omitempty"),
    startTime: time(2),
    completionTime: time(3),
    uncountedTerminatedPods: message(8, {}),
    terminating: integer(11),
    ready: integer(9),
  }),
};

export const cronJob: Wires = {
  spec: group(2, {
    concurrencyPolicy: text(3),
    jobTemplate: group(5, { metadata: group(1, metadata), spec: group(2, jobSpec) }),
    successfulJobsHistoryLimit: integer(6),
    failedJobsHistoryLimit: integer(7),
  }),
  status: message(3, { lastSuccessfulTime: time(5) }),
};
