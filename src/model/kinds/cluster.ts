import { defineKind, type ObjectOf } from "./define.ts";

export const nodes = defineKind({
  resource: "v1/nodes",
  kind: "Node",
  singular: "node",
  shortNames: ["no"],
  namespaced: false,
  presence: "always",
  fields: {
    spec: {
      providerID: "text",
      unschedulable: "flag",
      taints: [{ key: "text", value: "text", effect: "text" }],
    },
    status: {
      volumesInUse: ["text"],
      volumesAttached: [{ name: "text", devicePath: "text" }],
      nodeInfo: { bootID: "text" },
      conditions: [
        {
          type: "text",
          status: "text",
          reason: "text",
          lastTransitionTime: "text",
          lastHeartbeatTime: "text",
        },
      ],
    },
  },
});
export type Node = ObjectOf<typeof nodes>;

export const namespaces = defineKind({
  resource: "v1/namespaces",
  kind: "Namespace",
  singular: "namespace",
  shortNames: ["ns"],
  namespaced: false,
  presence: "always",
  fields: {
    spec: { finalizers: ["text"] },
    status: {
      phase: "text",
      conditions: [
        { type: "text", status: "text", reason: "text", message: "text", lastTransitionTime: "text" },
      ],
    },
  },
});
export type Namespace = ObjectOf<typeof namespaces>;

export const events = defineKind({
  resource: "v1/events",
  kind: "Event",
  singular: "event",
  shortNames: ["ev"],
  namespaced: true,
  presence: "always",
  fields: {
    involvedObject: { apiVersion: "text", kind: "text", namespace: "text", name: "text", uid: "text" },
    reason: "text",
    message: "text",
    type: "text",
    count: "integer",
    firstTimestamp: "text",
    lastTimestamp: "text",
    eventTime: "text",
    series: { count: "integer", lastObservedTime: "text" },
    source: { component: "text", host: "text" },
    reportingComponent: "text",
  },
});
export type Event = ObjectOf<typeof events>;

export const apiServices = defineKind({
  resource: "apiregistration.k8s.io/v1/apiservices",
  kind: "APIService",
  singular: "apiservice",
  shortNames: [],
  namespaced: false,
  presence: "always",
  fields: {
    spec: { group: "text", version: "text", service: { namespace: "text", name: "text" } },
    status: {
      conditions: [
        { type: "text", status: "text", reason: "text", message: "text", lastTransitionTime: "text" },
      ],
    },
  },
});
export type APIService = ObjectOf<typeof apiServices>;

export const leases = defineKind({
  resource: "coordination.k8s.io/v1/leases",
  kind: "Lease",
  singular: "lease",
  shortNames: [],
  namespaced: true,
  presence: "always",
  fields: { spec: { holderIdentity: "text", renewTime: "text", leaseDurationSeconds: "integer" } },
});
export type Lease = ObjectOf<typeof leases>;

const webhooks = [
  {
    name: "text",
    failurePolicy: "text",
    clientConfig: { url: "text", service: { namespace: "text", name: "text" } },
    rules: [{ apiGroups: ["text"], apiVersions: ["text"], operations: ["text"], resources: ["text"] }],
  },
] as const;

export const validatingWebhookConfigurations = defineKind({
  resource: "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  kind: "ValidatingWebhookConfiguration",
  singular: "validatingwebhookconfiguration",
  shortNames: [],
  namespaced: false,
  presence: "always",
  fields: { webhooks },
});
export type ValidatingWebhookConfiguration = ObjectOf<typeof validatingWebhookConfigurations>;

export const mutatingWebhookConfigurations = defineKind({
  resource: "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  kind: "MutatingWebhookConfiguration",
  singular: "mutatingwebhookconfiguration",
  shortNames: [],
  namespaced: false,
  presence: "always",
  fields: { webhooks },
});
export type MutatingWebhookConfiguration = ObjectOf<typeof mutatingWebhookConfigurations>;
