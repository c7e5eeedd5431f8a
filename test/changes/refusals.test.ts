import assert from "node:assert/strict";
import { test } from "node:test";
import type { ValidatingWebhookConfiguration } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, metadataOf } from "../support/objects.ts";

const guard: ValidatingWebhookConfiguration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: metadataOf({}, "guard"),
  webhooks: [
    {
      name: "guard.example.com",
      failurePolicy: "Fail",
      clientConfig: { service: { namespace: "security", name: "guard-server" } },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["*"] }],
    },
  ],
};
const finalizers = ["kubernetes.io/pvc-protection"];
const stuck = claim({ deletionTimestamp: "2026-11-20T08:00:00Z", finalizers });
const fresh = claim({ deletionTimestamp: "2026-11-20T11:59:50Z", finalizers });

test("a controller that does not act may have been refused: the webhook is a hint, not a cause", () => {
  const diagnosis = diagnosisOf([stuck, guard]);
  assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  const [hold] = diagnosis.holds;
  const [hint] = hold?.evidence.filter(({ about }) => about.name === "guard") ?? [];
  assert.equal(hint?.verdict, "suggests");
  assert.match(textOf(hint), /guard\.example\.com.*guard-server in security/s);
});

test("a controller that is about to act has no excuse yet, and unread webhooks are no hint", () => {
  assert.doesNotMatch(textOf(diagnosisOf([fresh, guard]).holds), /guard/);
  const hidden = ["admissionregistration.k8s.io/v1/validatingwebhookconfigurations"] as const;
  const diagnosis = diagnosisOf([stuck, guard], hidden);
  assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  assert.doesNotMatch(textOf(diagnosis.holds), /guard/);
});
