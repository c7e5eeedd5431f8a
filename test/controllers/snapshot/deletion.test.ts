/** kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_delete_test.go TestDeleteSync, v8.6. */
import assert from "node:assert/strict";
import test from "node:test";
import type { SnapshotDeletion, SnapshotDeletionFacts } from "../../../src/controllers/index.ts";
import { finalizerNames, processDeletedSnapshot } from "../../../src/controllers/index.ts";
import type { ContentFacts, SnapshotFacts } from "../../support/objects.ts";
import { claim, content, snapshot } from "../../support/objects.ts";

const { snapshotAsSource, snapshotBound, snapshotInGroup } = finalizerNames;
const both = [snapshotAsSource, snapshotBound];
const restore = {
  dataSource: { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" },
};

interface Row {
  readonly name: string;
  readonly snapshot?: SnapshotFacts;
  readonly content?: ContentFacts | "missing";
  readonly world?: Partial<SnapshotDeletionFacts>;
  readonly expected: SnapshotDeletion;
}

const statically: SnapshotFacts = { sourceContent: "snapcontent-1" };
const pointsElsewhereByUid = { snapshotRef: { namespace: "shop", name: "nightly", uid: "other" } };
const pointsElsewhereByName = { snapshotRef: { namespace: "shop", name: "other", uid: "nightly-uid" } };

const released: SnapshotDeletion = { result: "release", content: "leave", finalizers: both };
const annotated: SnapshotDeletion = { result: "release", content: "annotate", finalizers: both };
const deleted: SnapshotDeletion = { result: "release", content: "delete", finalizers: [snapshotAsSource] };
const restoring = claim({ name: "restored", spec: restore, phase: "Pending" });

const rows: readonly Row[] = [
  {
    name: "3-1a - (dynamic) snapshot deletion returns error when a PVC is still restoring from the snapshot",
    world: { claims: [restoring] },
    expected: { result: "wait", because: "restore", claims: [restoring] },
  },
  { name: "3-1 - (dynamic) content will be deleted, bound finalizer stays", expected: deleted },
  {
    name: "3-3 - (dynamic) content will not be deleted if retainPolicy is set",
    content: { policy: "Retain" },
    expected: annotated,
  },
  { name: "3-4 - (dynamic) no content has been found", content: "missing", expected: released },
  {
    name: "3-5 - (dynamic) content points to a different snapshot - uid mismatch",
    content: pointsElsewhereByUid,
    expected: released,
  },
  {
    name: "3-6 - (dynamic) content points to a different snapshot - name mismatch",
    content: pointsElsewhereByName,
    expected: released,
  },
  { name: "3-7 - (static) content will be deleted", snapshot: statically, expected: deleted },
  {
    name: "3-9 - (static) content will not be deleted if retainPolicy is set",
    snapshot: statically,
    content: { policy: "Retain" },
    expected: annotated,
  },
  {
    name: "3-10 - (static) no content has been found",
    snapshot: statically,
    content: "missing",
    expected: released,
  },
  {
    name: "3-11 - (static) content points to a different snapshot - uid mismatch",
    snapshot: statically,
    content: pointsElsewhereByUid,
    expected: released,
  },
  {
    name: "3-12 - (static) content points to a different snapshot - name mismatch",
    snapshot: statically,
    content: pointsElsewhereByName,
    expected: released,
  },
];

const ownRows: readonly Row[] = [
  { name: "no finalizer of its own", snapshot: { finalizers: [] }, expected: { result: "nothing" } },
  {
    name: "member of a group snapshot",
    world: { group: "exists" },
    expected: { result: "wait", because: "group" },
  },
  {
    name: "its group snapshot is gone",
    snapshot: { finalizers: [...both, snapshotInGroup] },
    content: "missing",
    world: { group: "gone" },
    expected: { result: "release", content: "leave", finalizers: [...both, snapshotInGroup] },
  },
  {
    name: "a restore from a snapshot without content does not hold it",
    content: "missing",
    world: { claims: [restoring] },
    expected: released,
  },
  {
    name: "a restore by dataSourceRef alone is not seen",
    world: { claims: [claim({ spec: { dataSourceRef: restore.dataSource } })] },
    expected: deleted,
  },
];

test("deleted VolumeSnapshot: TestDeleteSync", async (t) => {
  for (const { name, snapshot: facts, content: found = {}, world, expected } of [...rows, ...ownRows]) {
    await t.test(name, () => {
      const subject = snapshot({ deletionTimestamp: true, finalizers: both, ...facts });
      const outcome = processDeletedSnapshot(subject, {
        content: found === "missing" ? "missing" : content(found),
        claims: [],
        group: "none",
        ...world,
      });
      assert.deepEqual(outcome, expected);
    });
  }
});
