import type { Made } from "./made.ts";
import { persistentVolumeClaim, podUsing } from "./manifests.ts";
import type { ObjectManifest } from "./paths.ts";

const selector = { matchLabels: { app: "web" } };
const template = {
  metadata: { labels: { app: "web" } },
  spec: podUsing("data", { name: "x" }).spec,
};
const jobTemplate = { spec: { ...(template.spec as object), restartPolicy: "Never" } };

export function workloads(namespace: string, now: string): readonly Made[] {
  const workload = (kind: string, name: string, spec: object): ObjectManifest => ({
    apiVersion: "apps/v1",
    kind,
    metadata: { name, namespace },
    spec: { selector, template, ...spec },
  });
  const batch = (kind: string, name: string, spec: object): ObjectManifest => ({
    apiVersion: "batch/v1",
    kind,
    metadata: { name, namespace },
    spec,
  });
  return [
    {
      object: workload("StatefulSet", "full", {
        serviceName: "web",
        replicas: 0,
        ordinals: { start: 0 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
        volumeClaimTemplates: [persistentVolumeClaim({ name: "data" })],
      }),
      status: { replicas: 2, readyReplicas: 1 },
    },
    { object: workload("StatefulSet", "bare", { serviceName: "" }) },
    { object: workload("Deployment", "web", { replicas: 0 }), status: { replicas: 1, readyReplicas: 1 } },
    { object: workload("Deployment", "bare", {}) },
    { object: workload("ReplicaSet", "web", { replicas: 3 }) },
    { object: workload("DaemonSet", "web", {}), status: daemonStatus() },
    { object: batch("Job", "done", { template: jobTemplate, ttlSecondsAfterFinished: 0, suspend: true }) },
    { object: batch("Job", "bare", { template: jobTemplate }), status: { active: 1, failed: 2 } },
    {
      object: batch("CronJob", "nightly", {
        schedule: "0 1 * * *",
        jobTemplate: { spec: { template: jobTemplate } },
      }),
      status: { lastScheduleTime: now },
    },
  ];
}

function daemonStatus(): object {
  const none = { currentNumberScheduled: 0, numberMisscheduled: 0 };
  return { ...none, desiredNumberScheduled: 2, numberReady: 0 };
}
