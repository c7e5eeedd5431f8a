import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { annotationNames, finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/model/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  snapshot as made,
  metadataOf,
  type SnapshotFacts,
  volume,
} from "../support/objects.ts";

const { pvcAsSource, snapshotAsSource, snapshotBound, contentBound, restoreSourceProtection } =
  finalizerNames;
const long = "2026-11-20T09:00:00Z";
const now = "2026-11-20T11:59:50Z";
const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots" satisfies Resource;

const className = "ebs-snapshots";

function snapshot(facts: SnapshotFacts = {}): KubeObject {
  return made({ className, ...facts });
}

function snapshotClass(name: string, driver: string = ebs.csi.driver): KubeObject {
  const object: KubeObject & { readonly driver: string } = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: metadataOf({}, name),
    driver,
  };
  return object;
}

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
    assert.match(textOf(diagnosis.avoid), /a snapshot that is not ready holds it/);
    assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("drop-finalizer")));
  });

  test("one that was asked for after the deletion may be deleted", () => {
    const diagnosis = diagnosisOf([
      source,
      snapshot({ creationTimestamp: late }),
      disk,
      snapshotClass(className),
      ...installed(),
    ]);
    assert.equal(diagnosis.verdict.category, "waiting");
    assert.ok(remediesOf(diagnosis).includes("delete-snapshot safe"));
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
    assert.deepEqual(remediesOf(diagnosis), ["take-snapshot safe", "drop-finalizer risky"]);
    assert.match(textOf(diagnosis.avoid), /restarting the snapshot-controller/);
  });

  test("a snapshot is proposed only with a class of the volume's driver, for a claim that has a volume", () => {
    const withoutClass = diagnosisOf([source, disk, snapshotClass("other", "other.example.com")]);
    const unbound = claim({ deletionTimestamp: long, finalizers: [pvcAsSource] });
    for (const diagnosis of [withoutClass, diagnosisOf([unbound, snapshotClass("ebs")])]) {
      assert.deepEqual(remediesOf(diagnosis), ["drop-finalizer risky"]);
    }
  });

  test("snapshots that were not read are not none", () => {
    const diagnosis = diagnosisOf([source, disk, snapshotClass("ebs")], [snapshots]);
    assert.deepEqual(rootsOf(diagnosis), ["CouldNotRead unknown"]);
    assert.deepEqual(diagnosis.remedies, []);
  });
});

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
    assert.ok(remediesOf(diagnosis).includes("delete-pending-claim safe"));
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

  test("a content with Retain does not hold the snapshot", () => {
    const diagnosis = diagnosisOf([doomed([snapshotBound]), content({ policy: "Retain" })]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  });

  test("a content that nobody has deleted yet is the snapshot-controller's to delete", () => {
    const diagnosis = diagnosisOf([doomed([snapshotBound]), kept]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
  });
});

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

describe("volumesnapshotcontent-bound-protection", () => {
  const { snapshotBeingDeleted, snapshotBeingCreated } = annotationNames;
  const told = { [snapshotBeingDeleted]: "yes" };
  const doomed = (facts: Parameters<typeof content>[0] = {}) =>
    content({ deletionTimestamp: long, finalizers: [contentBound], annotations: told, ...facts });
  const error = event(
    { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshotContent", name: "snapcontent-1" },
    "SnapshotDeleteError",
    'fail to get pvc: persistentvolumeclaims "data" not found',
  );
  const live = snapshot({ content: "snapcontent-1", readyToUse: true });
  const dying = snapshot({
    content: "snapcontent-1",
    readyToUse: true,
    deletionTimestamp: long,
    finalizers: [snapshotBound],
  });

  const rows: readonly (readonly [
    string,
    readonly [KubeObject, ...KubeObject[]],
    string,
    readonly string[],
  ])[] = [
    [
      "no driver",
      [doomed()],
      "SnapshotDriverNotInstalled stuck",
      ["reinstall-driver safe", "drop-finalizer loses-data"],
    ],
    [
      "a driver that says nothing",
      [doomed(), ...installed()],
      "SidecarNotActing stuck",
      ["restart-sidecar safe", "drop-finalizer loses-data"],
    ],
    [
      "a driver that was asked just now",
      [doomed({ deletionTimestamp: now }), ...installed()],
      "ControllerAboutToAct waiting",
      [],
    ],
    [
      "a driver that fails",
      [doomed(), error, ...installed()],
      "BackendKeepsSnapshot blocked",
      ["repair-driver safe", "drop-finalizer loses-data"],
    ],
    [
      "policy Retain and no driver",
      [doomed({ policy: "Retain" })],
      "SnapshotDriverNotInstalled stuck",
      ["reinstall-driver safe", "drop-finalizer risky"],
    ],
    [
      "a creation without an answer",
      [doomed({ annotations: { [snapshotBeingCreated]: "yes" } })],
      "SnapshotBeingCreated stuck",
      ["restart-sidecar safe"],
    ],
    [
      "nobody's word and no snapshot",
      [doomed({ annotations: {} })],
      "ContentDeletedOnItsOwn blocked",
      ["annotate-being-deleted loses-data"],
    ],
    [
      "a snapshot that is alive",
      [doomed({ annotations: {} }), live],
      "ContentDeletedUnderSnapshot blocked",
      [],
    ],
    [
      "a deleted snapshot, and no word",
      [doomed({ annotations: {} }), dying],
      "SnapshotNotReleased stuck",
      ["restart-sidecar safe", "nudge safe"],
    ],
  ];
  for (const [name, objects, root, remedies] of rows) {
    test(`${name}: ${root}`, () => {
      const diagnosis = diagnosisOf(objects);
      assert.deepEqual(rootsOf(diagnosis), [root]);
      assert.deepEqual(
        remediesOf(diagnosis).filter((remedy) => !remedy.startsWith("retain-snapshot")),
        remedies,
      );
    });
  }

  test("whatever holds it, the snapshot can be kept; and whoever drops the finalizer learns the handle", () => {
    const diagnosis = diagnosisOf([doomed()]);
    assert.ok(remediesOf(diagnosis).includes("retain-snapshot safe"));
    const drop = diagnosis.remedies.find(({ name }) => name === "drop-finalizer");
    assert.match(textOf(drop?.because), /snap-0abc/);
  });

  test("events that were not read propose nothing beyond what they could say", () => {
    assert.deepEqual(remediesOf(diagnosisOf([doomed(), ...installed()], ["v1/events"])), [
      "retain-snapshot safe",
    ]);
    const fresh = diagnosisOf([doomed({ deletionTimestamp: now }), ...installed()], ["v1/events"]);
    assert.deepEqual(rootsOf(fresh), ["CouldNotRead unknown"]);
  });

  test("a live snapshot shows that its content is being deleted, or is gone", () => {
    assert.equal(diagnosisOf([live, doomed({ annotations: {} })]).holds[0]?.reason, "ContentBeingDeleted");
    assert.deepEqual(rootsOf(diagnosisOf([live])), ["ContentGone blocked"]);
    assert.deepEqual(rootsOf(diagnosisOf([live, content()])), []);
  });
});

test("a deleted snapshot without a class is left alone, and any class lets it go on", () => {
  const finalizers = [snapshotAsSource, snapshotBound];
  const dying = made({ deletionTimestamp: long, finalizers, content: "snapcontent-1" });
  const diagnosis = diagnosisOf([dying, content(), snapshotClass("ebs"), ...installed()]);
  assert.deepEqual(rootsOf(diagnosis), ["SnapshotHasNoClass stuck", "BoundSnapshotHasNoClass stuck"]);
  assert.ok(remediesOf(diagnosis).includes("name-snapshot-class loses-data"));
});
