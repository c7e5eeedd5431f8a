/** openebs/mayastor-control-plane control-plane/csi-driver/src/bin/controller/pvwatcher.rs process_object, v2.7.1: what it decides. */
import assert from "node:assert/strict";
import test from "node:test";
import type { VolumeFacts } from "../support/objects.ts";
import { ebs, volume } from "../support/objects.ts";
import { decide } from "./decisions/decide.ts";

const handle = "5d2c1b60-0001-4a2b-8c3d-000000000001";
const spec = { csi: { driver: "io.openebs.csi-mayastor", volumeHandle: handle } };
const deleted: VolumeFacts = { phase: "Released", policy: "Retain", spec, deletionTimestamp: true };

const rows: readonly (readonly [name: string, facts: VolumeFacts, outcome: readonly string[]])[] = [
  ["Released, Retain and deleted", deleted, [`io.openebs.csi-mayastor destroys ${handle}`]],
  ["not deleted", { phase: "Released", policy: "Retain", spec }, []],
  ["Bound, and still there", { ...deleted, phase: "Bound" }, []],
  ["Available", { ...deleted, phase: "Available" }, []],
  ["Delete: its provisioner does it", { ...deleted, policy: "Delete" }, []],
  ["of another driver", { ...deleted, spec: ebs }, []],
];

for (const [name, facts, outcome] of rows)
  test(`Mayastor from 2024 or earlier: ${name}`, () => {
    assert.deepEqual(decide("Mayastor from 2024 or earlier", volume(facts)), outcome);
  });
