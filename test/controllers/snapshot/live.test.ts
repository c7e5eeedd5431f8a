import assert from "node:assert/strict";
import { test } from "node:test";
import { annotationNames, finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import type { SnapshotFacts } from "../../support/objects.ts";
import { claim, claimRefTo, content, ebs, snapshot, snapshotClass, volume } from "../../support/objects.ts";
import { decide } from "../decisions/decide.ts";

const { pvcAsSource, snapshotAsSource, snapshotBound } = finalizerNames;
const className = "ebs-snapshots";
const own = "snapcontent-nightly-uid";
const bound = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", claimRef: claimRefTo(bound), spec: ebs });
const taken: SnapshotFacts = {
  className,
  content: own,
  readyToUse: true,
  finalizers: [snapshotAsSource, snapshotBound],
};

interface Row {
  readonly name: string;
  readonly snapshot: SnapshotFacts;
  readonly others: readonly KubeObject[];
  readonly lines: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "one that is in order is left in peace",
    snapshot: taken,
    others: [content({ name: own }), snapshotClass()],
    lines: [],
  },
  {
    name: "nothing is done for one whose class is missing",
    snapshot: { ...taken, finalizers: [] },
    others: [],
    lines: [],
  },
  {
    name: "nothing is done for one without a class while there is no default class",
    snapshot: { content: own },
    others: [bound, disk, snapshotClass()],
    lines: [],
  },
  {
    name: "the default class of the driver will do",
    snapshot: { content: own },
    others: [
      bound,
      disk,
      content({ name: own }),
      snapshotClass({ annotations: { [annotationNames.defaultSnapshotClass]: "true" } }),
    ],
    lines: [`add-finalizer ${snapshotAsSource} nightly`, `add-finalizer ${snapshotBound} nightly`],
  },
  {
    name: "a ready one whose content is gone is ready no more",
    snapshot: taken,
    others: [bound, disk, snapshotClass()],
    lines: ["nightly becomes unready"],
  },
  {
    name: "and is taken anew, from what is on the volume now",
    snapshot: { ...taken, readyToUse: false, finalizers: [snapshotAsSource] },
    others: [bound, disk, snapshotClass()],
    lines: [`add-finalizer ${pvcAsSource} data`, `add-finalizer ${snapshotBound} nightly`],
  },
  {
    name: "it cannot be taken anew once the claim is being deleted",
    snapshot: taken,
    others: [claim({ phase: "Bound", deletionTimestamp: true, finalizers: ["x"] }), disk, snapshotClass()],
    lines: ["nightly becomes unready"],
  },
  {
    name: "a content that names another snapshot does not count",
    snapshot: { ...taken, finalizers: [] },
    others: [
      content({ name: own, snapshotRef: { namespace: "shop", name: "nightly", uid: "earlier" } }),
      snapshotClass(),
    ],
    lines: ["nightly becomes unready"],
  },
  {
    name: "a content that was imported is bound by name",
    snapshot: { sourceContent: "imported", finalizers: [snapshotAsSource] },
    others: [
      content({
        name: "imported",
        sourceHandle: "snap-0abc",
        snapshotRef: { namespace: "shop", name: "nightly" },
      }),
    ],
    lines: ["bind nightly to imported"],
  },
  ...[
    { namespace: "shop", name: "hourly" },
    { namespace: "bank", name: "nightly" },
    { namespace: "shop", name: "nightly", uid: "earlier" },
  ].map((snapshotRef) => ({
    name: `a content that was imported for ${JSON.stringify(snapshotRef)} is not bound`,
    snapshot: { sourceContent: "imported", finalizers: [snapshotAsSource] },
    others: [content({ name: "imported", sourceHandle: "snap-0abc", snapshotRef })],
    lines: [],
  })),
];

test("what the snapshot controller does for a live snapshot", async (t) => {
  for (const { name, snapshot: facts, others, lines } of rows) {
    await t.test(name, () =>
      assert.deepEqual(decide("snapshot-controller", snapshot(facts), [...others]), lines),
    );
  }
});

test("a deleted one without a class is left alone when none can be chosen any more", () => {
  const dying = snapshot({ deletionTimestamp: true, finalizers: [snapshotAsSource] });
  assert.deepEqual(decide("snapshot-controller", dying, [snapshotClass()]), ["waits for nothing named"]);
  const named = snapshot({ deletionTimestamp: true, finalizers: [snapshotAsSource], className: "gone" });
  assert.deepEqual(decide("snapshot-controller", named, []), [
    `remove-finalizer ${snapshotAsSource} nightly`,
  ]);
});
