/** If a ready snapshot is taken again, the end of its claim depends on which own writes the controller has seen. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Sandbox } from "../../../../src/analysis/timeline/sandbox.ts";
import type { Snapshot } from "../../../../src/cluster/index.ts";
import { finalizerNames } from "../../../../src/controllers/index.ts";
import { hasFinalizer } from "../../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, snapshot, snapshotClass, volume } from "../../../support/objects.ts";
import { snapshotOf } from "../../../support/snapshot.ts";
import { predict } from "../predict.ts";
import { late } from "./late.ts";

const { pvcAsSource, snapshotBound } = finalizerNames;
const modelled = ["snapshot-controller"];
const compared = ["v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots"] as const;

test("the finalizer of the claim comes back, or does not, if it was there", () => {
  const held = [pvcAsSource];
  assert.deepEqual(endsOf(held, "heard"), [held]);
  assert.deepEqual(endsOf(held, "late"), [held, []]);
});

test("one that was not there is put there in any case", () => {
  assert.deepEqual(endsOf([], "heard"), [[pvcAsSource]]);
  assert.deepEqual(endsOf([], "late"), [[pvcAsSource]]);
});

test("the content comes, or does not, if the claim goes with its finalizer", () => {
  const state = stateWith({ finalizers: [pvcAsSource], deletionTimestamp: true });
  const goesAndProtects = ({ cluster }: Sandbox) => {
    const claim = cluster.get("v1/persistentvolumeclaims", "data", "shop");
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", "nightly", "shop");
    const isProtected = found.state === "found" && hasFinalizer(found.object, snapshotBound);
    return claim.state === "absent" && isProtected ? ["gone", "protects"] : [];
  };
  assert.deepEqual(differentEnds(state, "heard", goesAndProtects), [[]]);
  assert.deepEqual(differentEnds(state, "late", goesAndProtects), [["gone", "protects"], []]);
});

/** The different lists of finalizers with which the claim can end. */
function endsOf(finalizers: readonly string[], hears: Hears): readonly (readonly string[])[] {
  return differentEnds(stateWith({ finalizers }), hears, (world) => {
    const found = world.cluster.get("v1/persistentvolumeclaims", "data", "shop");
    return found.state === "found" ? (found.object.metadata.finalizers ?? []) : ["gone"];
  });
}

type Hears = "heard" | "late";

function stateWith(fields: Parameters<typeof claim>[0]): Snapshot {
  const data = claim({ phase: "Bound", volumeName: "pv-data", ...fields });
  const disk = volume({ phase: "Bound", claimRef: claimRefTo(data), spec: ebs });
  const ready = snapshot({ readyToUse: true, className: "ebs-snapshots" });
  return snapshotOf([data, disk, ready, snapshotClass()]);
}

function differentEnds(
  state: Snapshot,
  hears: Hears,
  tell: (world: Sandbox) => readonly string[],
): readonly (readonly string[])[] {
  const trial = { compared, modelled, homeOf: () => "state", ...(hears === "late" ? { late } : {}) };
  const ends = [...predict("state", state, trial).ends()].map(({ world }) => tell(world));
  return [...new Set(ends.map((end) => JSON.stringify(end)))].sort().map((end) => JSON.parse(end));
}
