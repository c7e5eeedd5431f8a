import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";

const protection = ["kubernetes.io/pvc-protection"];
const external = "external-provisioner.volume.kubernetes.io/finalizer";

for (const [what, deletionTimestamp] of [
  ["is ending", "2026-11-20T12:00:10Z"],
  ["does not end", "2026-11-20T09:00:00Z"],
] as const) {
  test(`a pod that ${what} ends some day, and then the data of a deleted claim is destroyed`, () => {
    const doomed = claim({
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: "2026-11-20T09:00:00Z",
      finalizers: protection,
    });
    const backing = volume({
      phase: "Bound",
      spec: ebs,
      claimRef: claimRefTo(doomed),
      finalizers: [external],
    });
    const leaving = pod({ claims: ["data"], deletionTimestamp });
    assert.equal(diagnosisOf([doomed, backing, leaving, node()]).fate?.data, "destroyed");
  });
}
