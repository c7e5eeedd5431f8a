/** kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter_test.go, v2.9: what it decides. */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames } from "../../../src/controllers/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { volume } from "../../support/objects.ts";
import { decide } from "../decisions/decide.ts";

const spec = { local: { path: "/mnt/0" } };
const annotations = { [annotationNames.provisionedBy]: "local-volume-provisioner-node-a-uid" };
const released: VolumeFacts = { phase: "Released", spec, annotations };
/** It says so in an event, and nothing more. */
const refused = ["waits for nothing named"];
const cleaned = ["local-volume-provisioner destroys /mnt/0", "delete pv-data"];

type Row = readonly [name: string, facts: VolumeFacts, outcome: readonly string[]];

const rows: readonly Row[] = [
  ["TestDeleteVolumes_Basic: Pending", { ...released, phase: "Pending" }, []],
  ["TestDeleteVolumes_Basic: Available", { ...released, phase: "Available" }, []],
  ["TestDeleteVolumes_Basic: Bound", { ...released, phase: "Bound" }, []],
  ["TestDeleteVolumes_Basic: Failed", { ...released, phase: "Failed" }, []],
  ["TestDeleteVolumes_Basic: Released and Retain", { ...released, policy: "Retain" }, []],
  ["TestDeleteVolumes_Basic: Released and Delete", released, cleaned],
  ["TestDeleteVolumes_Basic: deletionTimestamp", { ...released, deletionTimestamp: true }, []],
  ["TestDeleteVolumes_UnsupportedReclaimPolicy", { ...released, policy: "Recycle" }, refused],
  ["TestDeleteVolumes_UnknownReclaimPolicy", { ...released, policy: "Burn" }, refused],
  [
    "own: made by hand, without a policy: Retain",
    { ...released, spec: { ...spec, persistentVolumeReclaimPolicy: undefined } },
    [],
  ],
];

test("local static provisioner: what its deleter does", async (t) => {
  for (const [name, facts, outcome] of rows) {
    await t.test(name, () => {
      assert.deepEqual(decide("local-volume-provisioner", volume(facts)), outcome);
    });
  }
});
