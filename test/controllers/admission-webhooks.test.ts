import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { webhooksForUpdate } from "../../src/controllers/index.ts";
import type { ValidatingWebhookConfiguration } from "../../src/kubernetes/index.ts";
import { metadataOf } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

type Webhook = NonNullable<ValidatingWebhookConfiguration["webhooks"]>[number];

const all = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] };

function required(webhook: Partial<Webhook>): number {
  const configuration: ValidatingWebhookConfiguration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: metadataOf({}, "guard"),
    webhooks: [{ name: "guard.example.com", failurePolicy: "Fail", rules: [all], ...webhook }],
  };
  const found = webhooksForUpdate("v1/persistentvolumeclaims", createCluster(snapshotOf([configuration])));
  assert.ok(found.read);
  return found.items.length;
}

const rows: readonly (readonly [string, Partial<Webhook>, number])[] = [
  ["everything", {}, 1],
  ["without a policy, which means Fail", { failurePolicy: undefined }, 1],
  ["one that may fail", { failurePolicy: "Ignore" }, 0],
  ["creations only", { rules: [{ ...all, operations: ["CREATE"] }] }, 0],
  ["updates", { rules: [{ ...all, operations: ["CREATE", "UPDATE"] }] }, 1],
  ["claims by name", { rules: [{ ...all, apiGroups: [""], resources: ["persistentvolumeclaims"] }] }, 1],
  ["another kind", { rules: [{ ...all, resources: ["pods"] }] }, 0],
  ["another group", { rules: [{ ...all, apiGroups: ["apps"] }] }, 0],
  ["another version", { rules: [{ ...all, apiVersions: ["v1beta1"] }] }, 0],
  ["the status alone", { rules: [{ ...all, resources: ["persistentvolumeclaims/status"] }] }, 0],
  ["all with their subresources", { rules: [{ ...all, resources: ["*/*"] }] }, 1],
  ["the second of two rules", { rules: [{ ...all, resources: ["pods"] }, all] }, 1],
  ["claims with their subresources", { rules: [{ ...all, resources: ["persistentvolumeclaims/*"] }] }, 1],
  ["objects of the cluster", { rules: [{ ...all, scope: "Cluster" }] }, 0],
  ["no rules", { rules: [] }, 0],
];

for (const [name, webhook, expected] of rows) {
  test(`a webhook for ${name}: ${expected}`, () => assert.equal(required(webhook), expected));
}

test("configurations that were not read are not none", () => {
  for (const hidden of [
    "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  ] as const) {
    const found = webhooksForUpdate("v1/persistentvolumes", createCluster(snapshotOf([], [hidden])));
    assert.equal(found.read, false, hidden);
  }
});
