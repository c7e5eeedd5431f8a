import type { ObjectOf } from "./define.ts";
import { conditionsShape, defineKind, selectorShape } from "./define.ts";

export const nodes = defineKind({
  resource: "v1/nodes",
  kind: "Node",
  shortNames: ["no"],
  namespaced: false,
  fields: {
    spec: {
      providerID: "text",
      unschedulable: "flag",
      taints: [{ key: "text", value: "text", effect: "text", timeAdded: "text" }],
    },
    status: {
      volumesInUse: ["text"],
      volumesAttached: [{ name: "text", devicePath: "text" }],
      nodeInfo: { bootID: "text", kubeletVersion: "text" },
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
  shortNames: ["ns"],
  namespaced: false,
  fields: {
    spec: { finalizers: ["text"] },
    status: { phase: "text", conditions: conditionsShape },
  },
});
export type Namespace = ObjectOf<typeof namespaces>;

export const events = defineKind({
  resource: "v1/events",
  kind: "Event",
  shortNames: ["ev"],
  namespaced: true,
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
  namespaced: false,
  fields: {
    spec: { group: "text", version: "text", service: { namespace: "text", name: "text" } },
    status: { conditions: conditionsShape },
  },
});
export type APIService = ObjectOf<typeof apiServices>;

export const leases = defineKind({
  resource: "coordination.k8s.io/v1/leases",
  kind: "Lease",
  namespaced: true,
  fields: { spec: { holderIdentity: "text", renewTime: "text", leaseDurationSeconds: "integer" } },
});
export type Lease = ObjectOf<typeof leases>;

const admissionRules = [
  { apiGroups: ["text"], apiVersions: ["text"], operations: ["text"], resources: ["text"], scope: "text" },
] as const;

/** Which requests an admission webhook or policy is asked about, beside its rules. */
const admissionMatch = {
  namespaceSelector: selectorShape,
  objectSelector: selectorShape,
  matchPolicy: "text",
} as const;

/** Expressions, of which only whether there is one is read. */
const matchConditions = [{ name: "text" }] as const;

const webhooks = [
  {
    name: "text",
    failurePolicy: "text",
    clientConfig: { url: "text", service: { namespace: "text", name: "text" } },
    rules: admissionRules,
    matchConditions,
    ...admissionMatch,
  },
] as const;

export const validatingWebhookConfigurations = defineKind({
  resource: "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  kind: "ValidatingWebhookConfiguration",
  namespaced: false,
  fields: { webhooks },
});
export type ValidatingWebhookConfiguration = ObjectOf<typeof validatingWebhookConfigurations>;

export const mutatingWebhookConfigurations = defineKind({
  resource: "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  kind: "MutatingWebhookConfiguration",
  namespaced: false,
  fields: { webhooks },
});
export type MutatingWebhookConfiguration = ObjectOf<typeof mutatingWebhookConfigurations>;

const matchResources = { resourceRules: admissionRules, ...admissionMatch } as const;

export const validatingAdmissionPolicies = defineKind({
  resource: "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  kind: "ValidatingAdmissionPolicy",
  namespaced: false,
  presence: "optional",
  olderVersions: ["admissionregistration.k8s.io/v1beta1", "admissionregistration.k8s.io/v1alpha1"],
  fields: { spec: { matchConstraints: matchResources } },
});

export const validatingAdmissionPolicyBindings = defineKind({
  resource: "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
  kind: "ValidatingAdmissionPolicyBinding",
  namespaced: false,
  presence: "optional",
  olderVersions: ["admissionregistration.k8s.io/v1beta1", "admissionregistration.k8s.io/v1alpha1"],
  fields: { spec: { policyName: "text", validationActions: ["text"], matchResources } },
});
export type ValidatingAdmissionPolicyBinding = ObjectOf<typeof validatingAdmissionPolicyBindings>;
