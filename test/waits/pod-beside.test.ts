import assert from "node:assert/strict";
import { test } from "node:test";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";

const waiting = pod({ name: "new", nodeName: "node-b", phase: "Pending", claims: ["data"] });
const running = pod({ name: "old", claims: ["data"] });
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });

function remediesWith(accessModes: readonly string[]): readonly string[] {
  const disk: PersistentVolume = { ...bound, spec: { ...bound.spec, accessModes } };
  return remediesOf(
    diagnosisOf([waiting, data, disk, node(), node({ name: "node-b" }), running, attachment()]),
  );
}

test("pods of one node may share a volume for one node, and not one for one pod", () => {
  assert.equal(remediesWith(["ReadWriteOnce"])[0], "run-beside risky");
  assert.doesNotMatch(remediesWith(["ReadWriteOncePod"]).join(), /run-beside/);
});
