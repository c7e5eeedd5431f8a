import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { APIService } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, metadataOf, ownedBy, pod, volume } from "../support/objects.ts";

const long = "2026-11-20T09:00:00Z";
const now = "2026-11-20T11:59:50Z";

describe("foregroundDeletion", () => {
  const owner = claim({ deletionTimestamp: long, finalizers: ["foregroundDeletion"] });
  const down: APIService = {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: metadataOf({}, "v1beta1.metrics.k8s.io"),
    status: { conditions: [{ type: "Available", status: "False" }] },
  };

  test("a dependent that blocks its owner comes first", () => {
    const dependent = pod({ name: "a", ownerReferences: [ownedBy(owner)] });
    const diagnosis = diagnosisOf([owner, dependent]);
    assert.equal(diagnosis.holds[0]?.reason, "DependentLeft");
  });

  test("one that does not block is no reason to wait", () => {
    const loose = pod({ name: "a", ownerReferences: [ownedBy(owner, { blockOwnerDeletion: false })] });
    assert.deepEqual(rootsOf(diagnosisOf([owner, loose])), ["NoDependentSeen stuck"]);
  });

  test("none left: the garbage collector must act, and an API group that is down is a hint", () => {
    const stray = volume({ deletionTimestamp: long, finalizers: ["foregroundDeletion"], policy: "Retain" });
    const diagnosis = diagnosisOf([stray, down]);
    assert.deepEqual(rootsOf(diagnosis), ["NoDependentSeen stuck"]);
    assert.match(textOf(diagnosis.holds[0]?.evidence), /v1beta1\.metrics\.k8s\.io/);
    assert.ok(remediesOf(diagnosis).includes("check-controller safe"));
  });

  test("it needs a moment, and dependents that were not read are not none", () => {
    const young = claim({ deletionTimestamp: now, finalizers: ["foregroundDeletion"] });
    assert.deepEqual(rootsOf(diagnosisOf([young])), ["OtherDependentsUnknown waiting"]);
    assert.deepEqual(rootsOf(diagnosisOf([owner], ["apps/v1/statefulsets"])), ["CouldNotRead unknown"]);
  });
});

describe("orphan", () => {
  const orphaning = (deletionTimestamp: string) => claim({ deletionTimestamp, finalizers: ["orphan"] });

  test("the garbage collector frees the dependents; by hand they would be collected", () => {
    const diagnosis = diagnosisOf([orphaning(long)]);
    assert.deepEqual(rootsOf(diagnosis), ["DependentsNotOrphaned stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["check-controller safe"]);
    assert.match(textOf(diagnosis.avoid), /the opposite of what was asked/);
    assert.deepEqual(rootsOf(diagnosisOf([orphaning(now)])), ["ControllerAboutToAct waiting"]);
  });
});

describe("a third party's finalizer", () => {
  const held = (finalizers: readonly string[]) => claim({ deletionTimestamp: long, finalizers });

  test("waits for its owner, and is never dropped", () => {
    const diagnosis = diagnosisOf([held(["replication.storage.openshift.io/pvc-protection"])]);
    assert.deepEqual(rootsOf(diagnosis), ["WaitsForThirdParty blocked"]);
    assert.deepEqual(remediesOf(diagnosis), ["check-controller safe"]);
    assert.match(textOf(diagnosis.avoid), /mirroring/);
  });

  test("each of several is told of", () => {
    const diagnosis = diagnosisOf([
      held(["topolvm.io/pvc", "example.com/x", "kubernetes.io/pvc-protection"]),
    ]);
    assert.deepEqual(diagnosis.holds.map(({ reason }) => reason).sort(), [
      "ControllerNotActing",
      "UnknownFinalizer",
      "WaitsForThirdParty",
    ]);
  });
});
