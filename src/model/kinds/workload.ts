import { annotationsOfAnyKind } from "../annotations.ts";
import { defineKind, type ObjectOf } from "./define.ts";

/** What is read of a pod template: the claims that its pods will name. */
const template = {
  spec: {
    volumes: [{ name: "text", persistentVolumeClaim: { claimName: "text" } }],
  },
} as const;

export const statefulSets = defineKind({
  resource: "apps/v1/statefulsets",
  kind: "StatefulSet",
  singular: "statefulset",
  shortNames: ["sts"],
  namespaced: true,
  presence: "always",
  fields: {
    spec: {
      replicas: "integer",
      ordinals: { start: "integer" },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "text", whenScaled: "text" },
      volumeClaimTemplates: [{ metadata: { name: "text" } }],
      template,
    },
    status: { replicas: "integer", readyReplicas: "integer" },
  },
});
export type StatefulSet = ObjectOf<typeof statefulSets>;

export const deployments = defineKind({
  resource: "apps/v1/deployments",
  kind: "Deployment",
  singular: "deployment",
  shortNames: ["deploy"],
  namespaced: true,
  presence: "always",
  fields: {
    spec: { replicas: "integer", template },
    status: { replicas: "integer", readyReplicas: "integer" },
  },
});
export type Deployment = ObjectOf<typeof deployments>;

export const replicaSets = defineKind({
  resource: "apps/v1/replicasets",
  kind: "ReplicaSet",
  singular: "replicaset",
  shortNames: ["rs"],
  namespaced: true,
  presence: "always",
  annotations: annotationsOfAnyKind,
  fields: { spec: { replicas: "integer", template } },
});
export type ReplicaSet = ObjectOf<typeof replicaSets>;

export const daemonSets = defineKind({
  resource: "apps/v1/daemonsets",
  kind: "DaemonSet",
  singular: "daemonset",
  shortNames: ["ds"],
  namespaced: true,
  presence: "always",
  fields: { spec: { template }, status: { numberReady: "integer", desiredNumberScheduled: "integer" } },
});
export type DaemonSet = ObjectOf<typeof daemonSets>;

export const jobs = defineKind({
  resource: "batch/v1/jobs",
  kind: "Job",
  singular: "job",
  shortNames: [],
  namespaced: true,
  presence: "always",
  fields: {
    spec: { ttlSecondsAfterFinished: "integer", suspend: "flag", template },
    status: { succeeded: "integer", failed: "integer", active: "integer" },
  },
});
export type Job = ObjectOf<typeof jobs>;

export const cronJobs = defineKind({
  resource: "batch/v1/cronjobs",
  kind: "CronJob",
  singular: "cronjob",
  shortNames: ["cj"],
  namespaced: true,
  presence: "always",
  fields: {
    spec: { schedule: "text", suspend: "flag", jobTemplate: { spec: { template } } },
    status: { lastScheduleTime: "text" },
  },
});
export type CronJob = ObjectOf<typeof cronJobs>;
