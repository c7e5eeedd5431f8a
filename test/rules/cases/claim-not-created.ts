import type { Event } from "../../../src/kubernetes/index.ts";
import { claim, pod, statefulSet } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "web-uid", controller: true };
const first = pod({
  name: "web-0",
  ownerReferences: [owner],
  claims: ["data-web-0"],
  status: { conditions: [{ type: "Ready", status: "True" }] },
});
const set = statefulSet({ replicas: 2 });

const event = (message: string, reason = "FailedCreate"): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e1", namespace: "shop", uid: "e1-uid" },
  involvedObject: { kind: "StatefulSet", namespace: "shop", name: "web", uid: "web-uid" },
  type: "Warning",
  reason,
  message,
});
const refused = event(
  'create Pod web-1 in StatefulSet web failed error: failed to create PVC data-web-1: persistentvolumeclaims "data-web-1" is forbidden: exceeded quota: storage, requested: requests.storage=1Gi, used: requests.storage=1Gi, limited: requests.storage=1Gi',
);

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["*"] };

export const cases: RuleCases = {
  fires: [
    {
      what: "a quota refuses the claim of the second pod",
      objects: [set, first, refused],
      on: ["web"],
      severity: "warning",
      says: /pvc\/data-web-1.* cannot be created: .*exceeded quota: storage/,
    },
    {
      what: "a webhook refuses the claim",
      objects: [
        set,
        first,
        event(
          'create Claim data-web-1 Pod web-1 in StatefulSet web failed error: admission webhook "size.example.com" denied the request: too large',
        ),
        {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: "ValidatingWebhookConfiguration",
          metadata: { name: "size", uid: "size-uid" },
          webhooks: [{ name: "size.example.com", rules: [rule] }],
        },
      ],
      on: ["web"],
      severity: "warning",
      says: /pvc\/data-web-1.* cannot be created: .*size\.example\.com/,
    },
    {
      what: "the webhook that refused the claim was removed, and it does not exist yet",
      objects: [
        set,
        first,
        event(
          'create Claim data-web-1 Pod web-1 in StatefulSet web failed error: admission webhook "size.example.com" denied the request: too large',
        ),
      ],
      on: ["web"],
      severity: "warning",
      says: /pvc\/data-web-1.* could not be created: .*no webhook configuration asks size\.example\.com/,
    },
  ],
  silent: [
    {
      what: "the claim and its pod exist by now",
      objects: [
        set,
        first,
        claim({ name: "data-web-1", phase: "Bound" }),
        pod({ name: "web-1", ownerReferences: [owner], claims: ["data-web-1"] }),
        refused,
      ],
    },
    {
      what: "the set makes no claims",
      objects: [statefulSet({ replicas: 2, templates: [] }), first, refused],
    },
    {
      what: "no event says of a failure",
      objects: [set, first, event("create Pod web-1", "SuccessfulCreate")],
    },
    {
      what: "the set is being deleted",
      objects: [statefulSet({ replicas: 2, deletionTimestamp: true }), refused],
    },
  ],
  unread: [
    { what: "events", objects: [set, first], hidden: ["v1/events"] },
    { what: "pods", objects: [set, refused], hidden: ["v1/pods"] },
    { what: "claims", objects: [set, first, refused], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
