/** kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_finalizer_test.go TestSnapshotFinalizer, v8.6. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames, finalizersToAdd, snapshotsThatUse } from "../../../src/controllers/index.ts";
import type { VolumeSnapshot } from "../../../src/kubernetes/index.ts";
import { claim, content, snapshot } from "../../support/objects.ts";

const { snapshotAsSource, snapshotBound } = finalizerNames;

interface UseRow {
  readonly name: string;
  readonly snapshots: readonly VolumeSnapshot[];
  readonly going?: VolumeSnapshot;
  readonly users: readonly string[];
}

const unready = snapshot({ readyToUse: false });
const useRows: readonly UseRow[] = [
  { name: "1-3 - successful remove PVC finalizer", snapshots: [], users: [] },
  { name: "1-5 - won't remove PVC finalizer; PVC in-use", snapshots: [unready], users: ["nightly"] },
  { name: "own: a ready snapshot does not use it", snapshots: [snapshot({ readyToUse: true })], users: [] },
  { name: "own: a snapshot without a status does", snapshots: [snapshot()], users: ["nightly"] },
  {
    name: "own: a snapshot of another claim does not",
    snapshots: [snapshot({ sourceClaim: "other" })],
    users: [],
  },
  { name: "own: one of another namespace does not", snapshots: [snapshot({ namespace: "x" })], users: [] },
  {
    name: "own: a static snapshot does not",
    snapshots: [snapshot({ sourceContent: "content" })],
    users: [],
  },
  {
    name: "own: the snapshot that is about to go does not count",
    snapshots: [unready, snapshot({ name: "hourly" })],
    going: unready,
    users: ["hourly"],
  },
];

test("isPVCBeingUsed: TestSnapshotFinalizer", async (t) => {
  for (const { name, snapshots, going, users } of useRows) {
    await t.test(name, () => {
      const found = snapshotsThatUse(claim(), snapshots, going);
      assert.deepEqual(
        found.map(({ metadata }) => metadata.name),
        users,
      );
    });
  }
});

type AddRow = readonly [name: string, subject: VolumeSnapshot, added: readonly string[]];

const bound = { content: "snapcontent-1" };
const addRows: readonly AddRow[] = [
  ["2-1 - successful add Snapshot finalizer", snapshot(bound), [snapshotAsSource, snapshotBound]],
  [
    "2-2 - successful add single Snapshot finalizer with patch",
    snapshot({ ...bound, finalizers: [snapshotBound] }),
    [snapshotAsSource],
  ],
  ["own: not bound yet", snapshot(), [snapshotAsSource]],
  ["own: deleted", snapshot({ ...bound, deletionTimestamp: true }), []],
];

test("checkandAddSnapshotFinalizers: TestSnapshotFinalizer", async (t) => {
  for (const [name, subject, added] of addRows) {
    await t.test(name, () => assert.deepEqual(finalizersToAdd(subject, content()), added));
  }
  await t.test("own: a content with policy Retain asks for no bound protection", () =>
    assert.deepEqual(finalizersToAdd(snapshot(bound), content({ policy: "Retain" })), [snapshotAsSource]),
  );
});
