import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pvcAsSource, snapshotAsSource } from "../../../src/controllers/finalizer-names.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../../support/diagnose.ts";
import { installed } from "../../support/driver.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import { className, long, snapshot, snapshotClass, snapshots } from "./facts.ts";

describe("pvc-as-source-protection", () => {
  const source = claim({
    deletionTimestamp: long,
    phase: "Bound",
    volumeName: "pv-data",
    finalizers: [pvcAsSource],
  });
  const disk = volume({ phase: "Bound", claimRef: claimRefTo(source), spec: ebs });
  const late = "2026-11-20T11:30:00Z";

  test("a snapshot that is not ready holds the claim, also beside one that is", () => {
    const taking = snapshot({ name: "a", creationTimestamp: late });
    const ready = snapshot({ name: "b", readyToUse: true });
    const diagnosis = diagnosisOf([source, taking, ready, ...installed()]);
    assert.ok(diagnosis.holds.some(({ reason }) => reason === "SnapshotNotReady"));
    assert.match(textOf(diagnosis.avoid), /a snapshot of the claim is not ready/);
    assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("drop-finalizer")));
  });

  test("one that was asked for after the deletion may be deleted", () => {
    const diagnosis = diagnosisOf([
      source,
      snapshot({ creationTimestamp: late, finalizers: [snapshotAsSource] }),
      disk,
      snapshotClass(className),
      ...installed(),
    ]);
    assert.equal(diagnosis.verdict.category, "waiting");
    assert.ok(remediesOf(diagnosis).includes("delete-snapshot loses-data"));
  });

  test("all ready: the controller must act", () => {
    const diagnosis = diagnosisOf([source, snapshot({ readyToUse: true }), snapshotClass(className)]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["restart-sidecar safe"]);
  });

  test("all ready, but the class of each is missing", () => {
    const diagnosis = diagnosisOf([source, snapshot({ readyToUse: true })]);
    assert.deepEqual(rootsOf(diagnosis), ["SnapshotsNotHandled blocked"]);
  });

  test("none left: nobody looks again, and a restart does not help", () => {
    const diagnosis = diagnosisOf([source, disk, snapshotClass("ebs")]);
    assert.deepEqual(rootsOf(diagnosis), ["NoSnapshotLeft stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["take-snapshot safe", "drop-finalizer loses-data"]);
    assert.match(textOf(diagnosis.avoid), /restart the snapshot-controller/);
  });

  test("a snapshot is proposed only with a class of the volume's driver, for a claim that has a volume", () => {
    const withoutClass = diagnosisOf([source, disk, snapshotClass("other", "other.example.com")]);
    const unbound = claim({ deletionTimestamp: long, finalizers: [pvcAsSource] });
    assert.deepEqual(remediesOf(withoutClass), ["drop-finalizer loses-data"]);
    assert.deepEqual(remediesOf(diagnosisOf([unbound, snapshotClass("ebs")])), ["drop-finalizer risky"]);
  });

  test("snapshots that were not read are not none", () => {
    const diagnosis = diagnosisOf([source, disk, snapshotClass("ebs")], [snapshots]);
    assert.deepEqual(rootsOf(diagnosis), ["CouldNotRead unknown"]);
    assert.deepEqual(diagnosis.remedies, []);
  });
});
