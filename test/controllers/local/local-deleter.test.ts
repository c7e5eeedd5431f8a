/** kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter_test.go, v2.9: what it decides. */
import assert from "node:assert/strict";
import test from "node:test";
import { localDeletion } from "../../../src/controllers/index.ts";
import { type VolumeFacts, volume } from "../../support/objects.ts";

const spec = { local: { path: "/mnt/0" } };
const released: VolumeFacts = { phase: "Released", spec };

type Row = readonly [name: string, facts: VolumeFacts, outcome: string];

const rows: readonly Row[] = [
  ["TestDeleteVolumes_Basic: Pending", { ...released, phase: "Pending" }, "nothing"],
  ["TestDeleteVolumes_Basic: Available", { ...released, phase: "Available" }, "nothing"],
  ["TestDeleteVolumes_Basic: Bound", { ...released, phase: "Bound" }, "nothing"],
  ["TestDeleteVolumes_Basic: Failed", { ...released, phase: "Failed" }, "nothing"],
  ["TestDeleteVolumes_Basic: Released and Retain", { ...released, policy: "Retain" }, "nothing"],
  ["TestDeleteVolumes_Basic: Released and Delete", released, "clean"],
  ["TestDeleteVolumes_Basic: deletionTimestamp", { ...released, deletionTimestamp: true }, "nothing"],
  [
    "TestDeleteVolumes_UnsupportedReclaimPolicy",
    { ...released, policy: "Recycle" },
    "VolumeUnsupportedReclaimPolicy",
  ],
  ["TestDeleteVolumes_UnknownReclaimPolicy", { ...released, policy: "Burn" }, "VolumeUnknownReclaimPolicy"],
  [
    "own: made by hand, without a policy: Retain",
    { ...released, spec: { ...spec, persistentVolumeReclaimPolicy: undefined } },
    "nothing",
  ],
];

test("local static provisioner: what its deleter does", async (t) => {
  for (const [name, facts, outcome] of rows) {
    await t.test(name, () => {
      const deletion = localDeletion(volume(facts));
      assert.equal("event" in deletion ? deletion.event : deletion.result, outcome);
    });
  }
});
