import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contentBound, snapshotBound } from "../../../src/controllers/finalizer-names.ts";
import { annotationNames } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../../support/diagnose.ts";
import { event, installed } from "../../support/driver.ts";
import { content } from "../../support/objects.ts";
import { long, snapshot } from "./facts.ts";

const now = "2026-11-20T11:59:50Z";

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
      ["reinstall-driver loses-data", "drop-finalizer risky"],
    ],
    [
      "a driver that says nothing",
      [doomed(), ...installed()],
      "SidecarNotActing stuck",
      ["restart-sidecar loses-data", "drop-finalizer risky"],
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
      ["repair-driver loses-data", "drop-finalizer risky"],
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
      "a creation that fails, and may yet have been done",
      [
        {
          ...doomed({ annotations: { [snapshotBeingCreated]: "yes" } }),
          status: { error: { message: "DeadlineExceeded: slow pool" } },
        },
      ],
      "SnapshotBeingCreated stuck",
      ["repair-driver safe"],
    ],
    [
      "a creation that has ended, and a deleted snapshot",
      [
        {
          ...doomed({ annotations: { [snapshotBeingCreated]: "yes" } }),
          status: { readyToUse: true, snapshotHandle: "snap-0abc" },
        },
        dying,
      ],
      "SnapshotNotReleased stuck",
      ["restart-sidecar loses-data", "nudge loses-data"],
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
      "a snapshot that is alive, and policy Retain already",
      [doomed({ annotations: {}, policy: "Retain" }), live],
      "ContentDeletedUnderSnapshot blocked",
      ["save-manifest safe"],
    ],
    [
      "a deleted snapshot, and no word",
      [doomed({ annotations: {} }), dying],
      "SnapshotNotReleased stuck",
      ["restart-sidecar loses-data", "nudge loses-data"],
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

  const said = (message: string) =>
    event(
      { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshotContent", name: "snapcontent-1" },
      "SnapshotDeleteError",
      message,
    );

  test("a driver that has deleted it is not blamed for what the API server refuses", () => {
    const diagnosis = diagnosisOf([doomed(), said("Failed to clear content status"), ...installed()]);
    assert.deepEqual(rootsOf(diagnosis), ["SnapshotDeletionNotRecorded blocked"]);
    assert.match(textOf(diagnosis.verdict.summary), /has deleted the snapshot/);
    assert.equal(diagnosis.fate?.data, "already-gone");
    assert.doesNotMatch(textOf(diagnosis), /fails to delete|[Tt]o keep the (data|snapshot)/);
  });

  test("a driver that was not even asked is not blamed", () => {
    for (const message of [
      "Failed to get snapshot credentials",
      "Failed to get snapshot class or credentials",
    ]) {
      const { verdict } = diagnosisOf([doomed(), said(message), ...installed()]);
      assert.equal(verdict.reason, "SnapshotCredentialsMissing");
      assert.doesNotMatch(textOf(verdict.summary), /fails to delete/);
    }
  });

  test("when the driver has made it after all, it is deleted, or stays in the backend, by the policy", () => {
    for (const deletionTimestamp of [now, long]) {
      const making = { deletionTimestamp, annotations: { ...told, [snapshotBeingCreated]: "yes" } };
      const withoutHandle = { readyToUse: false, error: { message: "the backend is busy" } };
      for (const [policy, fate] of [
        ["Delete", "destroyed"],
        ["Retain", "kept"],
      ] as const) {
        const doing = { ...doomed({ ...making, policy }), status: withoutHandle };
        const { fate: predicted, next } = diagnosisOf([doing, ...installed()]);
        assert.equal(predicted?.data, fate, `${policy} ${deletionTimestamp}`);
        assert.match(textOf(next), /csi-snapshotter.*removes the finalizer/);
        const bound = snapshot({ content: "snapcontent-1", deletionTimestamp, finalizers: [snapshotBound] });
        assert.equal(diagnosisOf([bound, doing, ...installed()]).fate?.data, fate);
        const under = {
          ...doing,
          metadata: { ...doing.metadata, annotations: { [snapshotBeingCreated]: "yes" } },
        };
        const unready = snapshot({
          content: "snapcontent-1",
          readyToUse: false,
          finalizers: [snapshotBound],
        });
        assert.equal(
          diagnosisOf([under, unready, ...installed()]).fate?.data,
          fate,
          "once the snapshot is deleted",
        );
      }
    }
  });

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
