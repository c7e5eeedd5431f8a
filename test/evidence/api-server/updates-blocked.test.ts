import assert from "node:assert/strict";
import { test } from "node:test";
import { updatesBlocked } from "../../../src/evidence/index.ts";
import type { ValidatingWebhookConfiguration } from "../../../src/kubernetes/index.ts";
import { metadataOf, volume } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const guard = (failurePolicy: string): ValidatingWebhookConfiguration => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: metadataOf({}, "guard"),
  webhooks: [
    {
      name: "guard.example.com",
      failurePolicy,
      rules: [
        { apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["persistentvolumes"] },
      ],
      clientConfig: { service: { name: "guard", namespace: "ops" } },
    },
  ],
});
const ask = (...given: Parameters<typeof clusterOf>) => updatesBlocked(volume(), clusterOf(...given));

test("possible, and no more: a webhook that must be called may pass over the object, and may answer", () => {
  const answer = ask([guard("Fail")]);
  assert.equal(answer.is, "possible");
  assert.deepEqual(restsOn(looked(answer).for), [
    "ValidatingWebhookConfiguration/guard webhooks[0].failurePolicy: Fail: guard.example.com is called before every update, at service guard in ops",
  ]);
});

test("against: there is none, or it may fail", () => {
  assert.equal(ask([]).is, "refuted");
  assert.equal(ask([guard("Ignore")]).is, "refuted");
});

test("unread: the configurations", () => {
  assert.equal(ask([], "admissionregistration.k8s.io/v1/validatingwebhookconfigurations").is, "unread");
});
