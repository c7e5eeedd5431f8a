import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import type { Snapshot } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { bytesOfAll } from "../../src/report/index.ts";
import { auditedWhole } from "../support/blindness.ts";
import { claim, claimRefTo, ebs, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const deletionTimestamp = "2026-11-10T12:00:00Z";
const gibibyte = 1024 ** 3;
const held = { namespace: "shop", finalizers: ["example.com/keep"], deletionTimestamp };

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

test("two claims whose volumes share a disk are one disk, also where no volume is found", () => {
  const shared = (name: string) => {
    const data = claim({ ...held, name, volumeName: `pv-${name}`, phase: "Bound" });
    const disk = volume({ name: `pv-${name}`, claimRef: claimRefTo(data), phase: "Bound", spec: ebs });
    return [data, disk];
  };
  const rules = knowledge.rules.filter(({ code }) => code === "PVG101");
  const bytesIn = (snapshot: Snapshot) => {
    const { findings, unread } = audit(rules, { namespace: "shop", olderThan: 0 }, snapshot, knowledge);
    return { found: findings.length, bytes: bytesOfAll(findings) / gibibyte, unread: unread.length };
  };
  const whole = snapshotOf([...shared("a"), ...shared("b")]);
  assert.deepEqual(bytesIn(whole), { found: 2, bytes: 1, unread: 0 });
  // Where the volumes were not read it is not known, and nothing else is asked for because of it.
  const claims = snapshotOf(
    [...shared("a"), ...shared("b")].filter(({ kind }) => kind !== "PersistentVolume"),
  );
  assert.deepEqual(bytesIn(claims), { found: 2, bytes: 2, unread: 0 });
});
