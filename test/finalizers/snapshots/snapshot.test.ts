import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contentBound, snapshotAsSource, snapshotBound } from "../../../src/controllers/finalizer-names.ts";
import { diagnosisOf, remediesOf, rootsOf } from "../../support/diagnose.ts";
import { installed } from "../../support/driver.ts";
import { claim, content, snapshot as made } from "../../support/objects.ts";
import { long, snapshot, snapshotClass } from "./facts.ts";

describe("volumesnapshot-as-source-protection and volumesnapshot-bound-protection", () => {
  const doomed = (finalizers: readonly string[], facts = {}) =>
    snapshot({ deletionTimestamp: long, finalizers, content: "snapcontent-1", readyToUse: true, ...facts });
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
  const restored = claim({ name: "restored", spec: { dataSource } });
  const kept = content({ finalizers: [contentBound] });

  test("a restore in progress comes first, for both", () => {
    const diagnosis = diagnosisOf([doomed([snapshotAsSource, snapshotBound]), kept, restored]);
    const reasons = diagnosis.holds.map(({ reason }) => reason);
    assert.ok(reasons.includes("RestoreInProgress") && reasons.includes("ContentNotDeletedYet"));
    assert.ok(remediesOf(diagnosis).includes("delete-pending-claim loses-data"));
  });

  test("a restore from a snapshot whose content is gone, or points elsewhere, holds nothing", () => {
    const elsewhere = content({ snapshotRef: { namespace: "shop", name: "nightly", uid: "former" } });
    for (const objects of [[restored], [restored, elsewhere]]) {
      const diagnosis = diagnosisOf([doomed([snapshotAsSource]), ...objects]);
      assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
    }
  });

  test("a member goes only with its group", () => {
    const diagnosis = diagnosisOf([doomed([snapshotAsSource], { group: "all" }), kept]);
    assert.deepEqual(rootsOf(diagnosis), ["GroupSnapshotHoldsMember blocked"]);
  });

  test("as long as its group is there nothing is left to the snapshot-controller", () => {
    for (const policy of ["Delete", "Retain"] as const) {
      const member = doomed([snapshotAsSource, snapshotBound], { group: "all" });
      const diagnosis = diagnosisOf([member, content({ policy })]);
      assert.deepEqual(rootsOf(diagnosis), [
        "GroupSnapshotHoldsMember blocked",
        "BoundMemberOfGroup blocked",
      ]);
      assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("restart-sidecar")));
    }
  });

  test("a content with Retain does not hold the snapshot", () => {
    const diagnosis = diagnosisOf([doomed([snapshotBound]), content({ policy: "Retain" })]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  });

  test("a content that nobody has deleted yet is the snapshot-controller's to delete", () => {
    const diagnosis = diagnosisOf([doomed([snapshotBound]), kept]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  });
});

test("a deleted snapshot without a class is left alone, and any class lets it go on", () => {
  const finalizers = [snapshotAsSource, snapshotBound];
  const dying = made({ deletionTimestamp: long, finalizers, content: "snapcontent-1" });
  const of = (policy: "Delete" | "Retain") =>
    diagnosisOf([
      dying,
      content({ policy, finalizers: [contentBound] }),
      snapshotClass("ebs"),
      ...installed(),
    ]);
  assert.deepEqual(rootsOf(of("Delete")), ["SnapshotHasNoClass stuck", "BoundSnapshotHasNoClass stuck"]);
  assert.ok(remediesOf(of("Delete")).includes("name-snapshot-class loses-data"));
  assert.ok(remediesOf(of("Retain")).includes("name-snapshot-class safe"));
});
