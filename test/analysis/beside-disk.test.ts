/** A finalizer unrelated to the storage keeps the record of a disk, but not the disk: do not rely on it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { attacherFinalizer, finalizerNames } from "../../src/controllers/index.ts";
import type { Phrase } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { installed } from "../support/driver.ts";
import { attachment, ebs, node, volume } from "../support/objects.ts";

const { externalProvisioner, pvProtection } = finalizerNames;
const attacher = attacherFinalizer("ebs.csi.aws.com");
const textOf = (phrase: Phrase = []) => flatten(phrase, String);

const released = (...finalizers: readonly string[]) =>
  volume({
    phase: "Released",
    policy: "Delete",
    spec: ebs,
    claimRef: { namespace: "shop", name: "data", uid: "gone" },
    deletionTimestamp: "2026-11-20T11:59:50Z",
    finalizers: [...finalizers, externalProvisioner],
  });

function destructionOf(objects: Parameters<typeof diagnosisOf>[0]) {
  const { next, fate } = diagnosisOf(objects);
  assert.equal(fate?.data, "destroyed");
  const step = next.find(({ action }) => textOf(action).includes("delete disk"));
  assert.ok(step !== undefined);
  assert.equal(textOf(fate.because).startsWith(textOf(step.when).replace("now", "at once")), true);
  return textOf(step.when);
}

for (const finalizer of ["example.com/protect", pvProtection]) {
  test(`${finalizer} does not put off the destruction of the disk`, () => {
    assert.equal(destructionOf([released(finalizer), ...installed(), node()]), "now");
  });

  test(`with ${finalizer}, the disk waits for its detachment alone`, () => {
    const stuck = attachment({
      deletionTimestamp: "2026-11-20T11:00:00Z",
      finalizers: [attacher],
      status: { attached: true, detachError: { message: "timeout" } },
    });
    const objects = [released(finalizer, attacher), stuck, ...installed(), node()] as const;
    assert.equal(destructionOf([...objects]), "when ebs.csi.aws.com succeeds");
  });
}
