import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { restoreSourceProtection, snapshotAsSource } from "../../../src/controllers/finalizer-names.ts";
import { diagnosisOf, remediesOf, rootsOf } from "../../support/diagnose.ts";
import type { SnapshotFacts } from "../../support/objects.ts";
import { claim, content } from "../../support/objects.ts";
import { long, snapshot } from "./facts.ts";

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
  test("a restore that cannot begin any more ends the chain, unless that claim is being deleted too", () => {
    const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
    const dying = snapshot({
      deletionTimestamp: long,
      finalizers: [snapshotAsSource],
      content: "snapcontent-1",
    });
    const copy = claim({ name: "copy", spec: { dataSource } });
    assert.deepEqual(rootsOf(diagnosisOf([dying, content(), copy])), ["RestoreInProgress blocked"]);
    const going = claim({
      name: "copy",
      spec: { dataSource },
      deletionTimestamp: long,
      finalizers: ["a.example/b"],
    });
    const diagnosis = diagnosisOf([dying, content(), going]);
    assert.deepEqual(rootsOf(diagnosis), ["UnknownFinalizer blocked"]);
    assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("delete-pending-claim")));
  });

  test("a claim to be restored from a deleted snapshot waits in vain, but not where its restore had begun", () => {
    const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
    const copy = claim({ name: "copy", spec: { dataSource } });
    const reasonWith = (facts: SnapshotFacts) =>
      diagnosisOf([copy, snapshot({ finalizers: [restoreSourceProtection], readyToUse: true, ...facts })])
        .holds[0]?.reason;
    const deletionTimestamp = long;
    assert.equal(reasonWith({ deletionTimestamp, finalizers: [snapshotAsSource] }), "DataSourceTerminating");
    assert.equal(reasonWith({ deletionTimestamp, readyToUse: false }), "DataSourceTerminating");
    assert.notEqual(reasonWith({ deletionTimestamp }), "DataSourceTerminating");
    assert.notEqual(reasonWith({ finalizers: [snapshotAsSource] }), "DataSourceTerminating");
  });
});
