/**
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller snapshot_controller_test.go TestShouldDelete and
 * snapshot_delete_test.go TestDeleteSync, v8.6. What the driver answers is left out: it is taken to succeed.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, contentDeletion, shouldDeleteContent } from "../../../src/controllers/index.ts";
import type { ContentFacts } from "../../support/objects.ts";
import { content } from "../../support/objects.ts";

const being = { [annotationNames.snapshotBeingDeleted]: "yes" };
const unbound = { namespace: "shop", name: "nightly", uid: "" };
const deletionTimestamp = true;

const shouldRows: readonly (readonly [name: string, facts: ContentFacts, should: boolean])[] = [
  ["DeletionTimeStamp is nil", { annotations: being }, false],
  ["Content is not bound", { deletionTimestamp, sourceHandle: "snap-1", snapshotRef: unbound }, true],
  ["AnnVolumeSnapshotBeingDeleted annotation is set", { deletionTimestamp, annotations: being }, true],
  ["If no other cases match, then should not delete", { deletionTimestamp }, false],
  [
    "own: AnnVolumeSnapshotBeingCreated is set too",
    { deletionTimestamp, annotations: { ...being, [annotationNames.snapshotBeingCreated]: "yes" } },
    false,
  ],
  ["own: dynamic and not bound is no reason", { deletionTimestamp, snapshotRef: unbound }, false],
];

test("shouldDelete of the sidecar: TestShouldDelete", async (t) => {
  for (const [name, facts, should] of shouldRows) {
    await t.test(name, () => assert.equal(shouldDeleteContent(content(facts)), should));
  }
});

const dying: ContentFacts = { deletionTimestamp, annotations: being };
const deletionRows: readonly (readonly [name: string, facts: ContentFacts, outcome: string])[] = [
  ["1-1 - content non-nil DeletionTimestamp with delete policy will delete snapshot", dying, "delete"],
  [
    "1-2 - content non-nil DeletionTimestamp with retain policy will not delete snapshot",
    { ...dying, policy: "Retain" },
    "release",
  ],
  [
    "1-7 - content will not be deleted if it is bound to a snapshot correctly",
    { snapshotRef: unbound },
    "no",
  ],
  [
    "1-8 - content with retain policy will not be deleted if it is bound to a non-exist snapshot",
    { policy: "Retain" },
    "no",
  ],
  [
    "1-12 - (pre-provision) retain policy should not trigger CSI call",
    { ...dying, policy: "Retain", sourceHandle: "snap-1" },
    "release",
  ],
  [
    "1-13 - (pre-provision) deletion policy should trigger CSI call",
    { ...dying, sourceHandle: "snap-1" },
    "delete",
  ],
  ["1-16 - (dynamic) no VolumeGroupSnapshotHandle", dying, "delete"],
  [
    "1-17 - (dynamic) with VolumeGroupSnapshotHandle: no call to CSI driver",
    { ...dying, groupHandle: "group-1" },
    "release",
  ],
];

test("deleted VolumeSnapshotContent: TestDeleteSync of the sidecar", async (t) => {
  for (const [name, facts, outcome] of deletionRows) {
    await t.test(name, () => assert.equal(contentDeletion(content(facts)), outcome));
  }
});
