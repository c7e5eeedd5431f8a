import type { App } from "./app.ts";
import type { Values } from "./frozen.ts";
import { fieldSet, managedBy } from "./managed-fields.ts";
import { ago, day, minute } from "./moment.ts";
import type { Random } from "./random.ts";

export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

const templateFields = { metadata: { labels: 0 }, spec: { containers: 0, volumes: 0, securityContext: 0 } };
const made = ago(200 * day);

export function metadataOf(
  name: string,
  namespace: string | undefined,
  uid: string,
  more: Values = {},
): Values {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid,
    resourceVersion: "4711",
    generation: 1,
    creationTimestamp: made,
    ...more,
  };
}

function managed(
  apiVersion: string,
  spec: Values,
  status: Values,
): { readonly managedFields: readonly Values[] } {
  return {
    managedFields: [
      managedBy({ manager: "helm", apiVersion, time: made, fields: fieldSet({ spec }) }),
      managedBy({
        manager: "kube-controller-manager",
        apiVersion,
        time: made,
        fields: fieldSet({ status }),
        subresource: "status",
      }),
    ],
  };
}

function templateOf(app: App): Values {
  return {
    metadata: { labels: app.labels },
    spec: { volumes: app.volumes, containers: app.containers, ...app.spec },
  };
}

const selectorOf = (app: App) => ({ matchLabels: { "app.kubernetes.io/name": app.name } });

export function statefulSet(
  app: App,
  uid: string,
  replicas: number,
  ready: number,
  className: string,
): Values {
  const template = {
    metadata: { name: "data" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "10Gi" } },
      storageClassName: className,
      volumeMode: "Filesystem",
    },
    status: { phase: "Pending" },
  };
  const revision = `${app.name}-6f4d8c9b7d`;
  const spec = {
    replicas,
    selector: selectorOf(app),
    template: templateOf(app),
    volumeClaimTemplates: [template],
    serviceName: app.name,
    podManagementPolicy: "Parallel",
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
  };
  const status = {
    observedGeneration: 1,
    replicas,
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    currentReplicas: replicas,
    updatedReplicas: replicas,
    currentRevision: revision,
    updateRevision: revision,
    collisionCount: 0,
    availableReplicas: ready,
  };
  const fields = managed("apps/v1", { ...spec, template: templateFields }, status);
  return { metadata: metadataOf(app.name, app.namespace, uid, fields), spec, status };
}

export function deployment(app: App, uid: string, replicas: number): Values {
  const spec = {
    replicas,
    selector: selectorOf(app),
    template: templateOf(app),
    strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  };
  const status = {
    observedGeneration: 1,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    conditions: [
      {
        type: "Available",
        status: "True",
        lastUpdateTime: made,
        lastTransitionTime: made,
        reason: "MinimumReplicasAvailable",
        message: "Deployment has minimum availability.",
      },
    ],
  };
  const fields = managed("apps/v1", { ...spec, template: templateFields }, status);
  return { metadata: metadataOf(app.name, app.namespace, uid, fields), spec, status };
}

export function replicaSet(app: App, self: Owner, replicas: number, owner: Owner): Values {
  const spec = { replicas, selector: selectorOf(app), template: templateOf(app) };
  const some =
    replicas === 0
      ? {}
      : { fullyLabeledReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
  const status = { replicas, ...some, observedGeneration: 1 };
  return { metadata: metadataOf(self.name, app.namespace, self.uid, owned(owner)), spec, status };
}

function owned(owner: Owner): Values {
  return { ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }] };
}

function jobSpec(app: App): Values {
  return {
    parallelism: 1,
    completions: 1,
    backoffLimit: 6,
    selector: selectorOf(app),
    template: templateOf(app),
    completionMode: "NonIndexed",
    suspend: false,
    podReplacementPolicy: "TerminatingOrFailed",
  };
}

export function job(app: App, self: Owner, owner: Owner | undefined): Values {
  const at = ago(20 * minute);
  const status = {
    conditions: [{ type: "Complete", status: "True", lastProbeTime: at, lastTransitionTime: at }],
    startTime: ago(30 * minute),
    completionTime: at,
    succeeded: 1,
    terminating: 0,
    uncountedTerminatedPods: {},
    ready: 0,
  };
  const more = owner === undefined ? {} : owned(owner);
  return { metadata: metadataOf(self.name, app.namespace, self.uid, more), spec: jobSpec(app), status };
}

export function cronJob(app: App, self: Owner): Values {
  const { selector: _, ...spec } = jobSpec(app);
  return {
    metadata: metadataOf(self.name, app.namespace, self.uid),
    spec: {
      schedule: "0 * * * *",
      concurrencyPolicy: "Forbid",
      suspend: false,
      jobTemplate: { metadata: {}, spec },
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
    status: { lastScheduleTime: ago(30 * minute), lastSuccessfulTime: ago(20 * minute) },
  };
}

export function ownerOf(apiVersion: string, kind: string, name: string, random: Random): Owner {
  return { apiVersion, kind, name, uid: random.uid() };
}
