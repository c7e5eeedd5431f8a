/** If a ready snapshot is taken again, the end of its claim depends on which own writes the controller has seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames } from "../../../../src/controllers/index.ts";
import { claim, claimRefTo, ebs, snapshot, snapshotClass, volume } from "../../../support/objects.ts";
import { snapshotOf } from "../../../support/snapshot.ts";
import { predict } from "../predict.ts";
import { late } from "./late.ts";

const { pvcAsSource } = finalizerNames;
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

/** The different lists of finalizers with which the claim can end. */
function endsOf(finalizers: readonly string[], hears: "heard" | "late"): readonly (readonly string[])[] {
  const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers });
  const disk = volume({ phase: "Bound", claimRef: claimRefTo(data), spec: ebs });
  const ready = snapshot({ readyToUse: true, className: "ebs-snapshots" });
  const state = snapshotOf([data, disk, ready, snapshotClass()]);
  const trial = { compared, modelled, homeOf: () => "state", ...(hears === "late" ? { late } : {}) };
  const ends = [...predict("state", state, trial).ends()].map(({ world }) => {
    const found = world.cluster.get("v1/persistentvolumeclaims", "data", "shop");
    return found.state === "found" ? (found.object.metadata.finalizers ?? []) : ["gone"];
  });
  return [...new Set(ends.map((end) => JSON.stringify(end)))].sort().map((end) => JSON.parse(end));
}
