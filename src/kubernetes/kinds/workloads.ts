import { annotationsOfAnyKind, evictionAnnotations } from "../annotations.ts";
import type { ObjectOf } from "./define.ts";
import { conditionsShape, defineKind, selectorShape } from "./define.ts";

const containerStatuses = [
  {
    name: "text",
    restartCount: "integer",
    state: {
      running: { startedAt: "text" },
      waiting: { reason: "text", message: "text" },
      terminated: { reason: "text", exitCode: "integer", finishedAt: "text" },
    },
  },
] as const;

export const pods = defineKind({
  resource: "v1/pods",
  kind: "Pod",
  shortNames: ["po"],
  namespaced: true,
  annotations: [...annotationsOfAnyKind, ...evictionAnnotations],
  fields: {
    spec: {
      nodeName: "text",
      schedulerName: "text",
      restartPolicy: "text",
      terminationGracePeriodSeconds: "integer",
      nodeSelector: { "*": "text" },
      tolerations: [
        { key: "text", operator: "text", value: "text", effect: "text", tolerationSeconds: "integer" },
      ],
      securityContext: { fsGroup: "integer", fsGroupChangePolicy: "text" },
      containers: [{ name: "text", image: "text" }],
      volumes: [
        {
          name: "text",
          persistentVolumeClaim: { claimName: "text", readOnly: "flag" },
          ephemeral: { volumeClaimTemplate: { spec: { storageClassName: "text" } } },
          csi: { driver: "text" },
        },
      ],
    },
    status: {
      phase: "text",
      reason: "text",
      message: "text",
      startTime: "text",
      conditions: conditionsShape,
      initContainerStatuses: containerStatuses,
      containerStatuses,
    },
  },
});

export type Pod = ObjectOf<typeof pods>;
export type PodVolume = NonNullable<NonNullable<Pod["spec"]>["volumes"]>[number];

export const podDisruptionBudgets = defineKind({
  resource: "policy/v1/poddisruptionbudgets",
  kind: "PodDisruptionBudget",
  shortNames: ["pdb"],
  namespaced: true,
  fields: {
    spec: {
      selector: selectorShape,
      unhealthyPodEvictionPolicy: "text",
    },
    status: {
      disruptionsAllowed: "integer",
      currentHealthy: "integer",
      desiredHealthy: "integer",
      observedGeneration: "integer",
    },
  },
});
export type PodDisruptionBudget = ObjectOf<typeof podDisruptionBudgets>;

/** What is read of a pod template: the claims that its pods will name. */
const template = {
  spec: {
    volumes: [{ name: "text", persistentVolumeClaim: { claimName: "text" } }],
  },
} as const;

export const statefulSets = defineKind({
  resource: "apps/v1/statefulsets",
  kind: "StatefulSet",
  shortNames: ["sts"],
  namespaced: true,
  fields: {
    spec: {
      replicas: "integer",
      podManagementPolicy: "text",
      ordinals: { start: "integer" },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "text", whenScaled: "text" },
      updateStrategy: { type: "text", rollingUpdate: { partition: "integer" } },
      volumeClaimTemplates: [{ metadata: { name: "text" }, spec: { storageClassName: "text" } }],
      template,
    },
    status: { replicas: "integer", readyReplicas: "integer", updateRevision: "text" },
  },
});
export type StatefulSet = ObjectOf<typeof statefulSets>;

export const deployments = defineKind({
  resource: "apps/v1/deployments",
  kind: "Deployment",
  shortNames: ["deploy"],
  namespaced: true,
  fields: {
    spec: { replicas: "integer", strategy: { type: "text" }, paused: "flag", template },
    status: { replicas: "integer", readyReplicas: "integer" },
  },
});
export type Deployment = ObjectOf<typeof deployments>;

export const replicaSets = defineKind({
  resource: "apps/v1/replicasets",
  kind: "ReplicaSet",
  shortNames: ["rs"],
  namespaced: true,
  annotations: annotationsOfAnyKind,
  fields: { spec: { replicas: "integer", template } },
});
export type ReplicaSet = ObjectOf<typeof replicaSets>;

export const daemonSets = defineKind({
  resource: "apps/v1/daemonsets",
  kind: "DaemonSet",
  shortNames: ["ds"],
  namespaced: true,
  fields: { spec: { template }, status: { numberReady: "integer", desiredNumberScheduled: "integer" } },
});
export type DaemonSet = ObjectOf<typeof daemonSets>;

export const jobs = defineKind({
  resource: "batch/v1/jobs",
  kind: "Job",
  namespaced: true,
  fields: {
    spec: { ttlSecondsAfterFinished: "integer", suspend: "flag", template },
    status: { succeeded: "integer", failed: "integer", active: "integer", conditions: conditionsShape },
  },
});
export type Job = ObjectOf<typeof jobs>;

export const cronJobs = defineKind({
  resource: "batch/v1/cronjobs",
  kind: "CronJob",
  shortNames: ["cj"],
  namespaced: true,
  fields: {
    spec: { schedule: "text", suspend: "flag", jobTemplate: { spec: { template } } },
    status: { lastScheduleTime: "text" },
  },
});
export type CronJob = ObjectOf<typeof cronJobs>;
