import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosisOf, remediesOf, rootsOf } from "../../support/diagnose.ts";
import { claim } from "../../support/objects.ts";
import { long, restoreSourceProtection, snapshot } from "./facts.ts";

describe("the restore finalizer of external-provisioner", () => {
  const doomed = (deletionTimestamp: string) =>
    snapshot({ deletionTimestamp, finalizers: [restoreSourceProtection], readyToUse: true });

  test("no restore: swept within minutes, then left behind", () => {
    const young = diagnosisOf([doomed("2026-11-20T11:56:00Z")]);
    assert.deepEqual(rootsOf(young), ["RestoreFinalizerOrphaned waiting"]);
    assert.deepEqual(young.remedies, []);
    const old = diagnosisOf([doomed(long)]);
    assert.deepEqual(rootsOf(old), ["RestoreFinalizerOrphaned stuck"]);
    assert.deepEqual(remediesOf(old), ["restart-sidecar safe", "drop-finalizer risky"]);
  });

  test("a restore in another namespace counts", () => {
    const dataSourceRef = {
      apiGroup: "snapshot.storage.k8s.io",
      kind: "VolumeSnapshot",
      name: "nightly",
      namespace: "shop",
    };
    const other = claim({ name: "copy", namespace: "test", spec: { dataSourceRef } });
    const diagnosis = diagnosisOf([doomed(long), other]);
    assert.equal(diagnosis.holds[0]?.reason, "RestorePending");
    assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("drop-finalizer")));
  });
});
