import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOfAll } from "../../src/model/index.ts";
import { auditedWhole } from "../support/blindness.ts";
import { claim, claimRefTo, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const deletionTimestamp = "2026-11-10T12:00:00Z";
const gibibyte = 1024 ** 3;

test("a claim and its volume, both found, are one disk", () => {
  const facts = { finalizers: ["example.com/keep"], deletionTimestamp };
  const data = claim({ ...facts, volumeName: "pv-data", phase: "Bound" });
  const disk = volume({ ...facts, claimRef: claimRefTo(data), phase: "Bound", policy: "Retain" });
  const { findings } = auditedWhole(snapshotOf([data, disk]));
  const kinds = new Set(
    findings.filter(({ disks }) => disks !== undefined).map(({ subject }) => subject.kind),
  );
  assert.deepEqual([...kinds].sort(), ["PersistentVolume", "PersistentVolumeClaim"]);
  assert.equal(bytesOfAll(findings), gibibyte);
});

test("a claim without a volume takes up nothing", () => {
  const { findings } = auditedWhole(
    snapshotOf([claim({ deletionTimestamp, finalizers: ["example.com/keep"] })]),
  );
  assert.ok(findings.length > 0);
  assert.equal(bytesOfAll(findings), 0);
});
