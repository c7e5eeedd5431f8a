/**
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller_test.go, v13: TestShouldDelete,
 * TestShouldDeleteWithFinalizer, and the rows of TestController about finalizers.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { DeletionFacts } from "../../../src/controllers/index.ts";
import { handleProtectionFinalizer, shouldDelete } from "../../../src/controllers/index.ts";

const released: DeletionFacts = {
  phase: "Released",
  policy: "Delete",
  deletionTimestamp: undefined,
  finalizer: "absent",
};
const deletionTimestamp = "2026-11-20T08:00:00Z";

type Row = readonly [name: string, facts: Partial<DeletionFacts>, should: boolean];

const shouldDeleteRows: readonly Row[] = [
  ["should delete", {}, true],
  ["failed: not in 1.9 and later", { phase: "Failed" }, false],
  ["volume still bound", { phase: "Bound" }, false],
  ["non-delete reclaim policy", { policy: "Retain" }, false],
  ["deletion timestamp, feature off", { deletionTimestamp, feature: "off" }, false],
  ["no deletion timestamp, feature off", { feature: "off" }, true],
  ["migrated-to annotation", {}, true],
];

const withFinalizerRows: readonly Row[] = [
  ["finalizer, no deletion timestamp", { finalizer: "present" }, true],
  ["finalizer and deletion timestamp", { finalizer: "present", deletionTimestamp }, true],
  ["finalizer, bound", { finalizer: "present", phase: "Bound" }, false],
  ["finalizer, retain", { finalizer: "present", policy: "Retain" }, false],
];

const ownRows: readonly Row[] = [
  ["Terminating without the finalizer counts as deleted already", { deletionTimestamp }, false],
  ["Failed with the finalizer: never", { phase: "Failed", finalizer: "present", deletionTimestamp }, false],
  ["Available with the finalizer", { phase: "Available", finalizer: "present", deletionTimestamp }, false],
];

test("shouldDelete: TestShouldDelete", async (t) => {
  for (const [name, facts, should] of shouldDeleteRows) {
    await t.test(name, () => assert.equal(shouldDelete({ ...released, ...facts }), should));
  }
});

test("shouldDelete: TestShouldDeleteWithFinalizer, and what follows from the code", async (t) => {
  for (const [name, facts, should] of [...withFinalizerRows, ...ownRows]) {
    await t.test(name, () => assert.equal(shouldDelete({ ...released, ...facts }), should));
  }
});

type FinalizerRow = readonly [name: string, facts: Partial<DeletionFacts>, action: "add" | "remove" | "none"];

const finalizerRows: readonly FinalizerRow[] = [
  ["static CSI or migrated volume, Bound: added", { phase: "Bound" }, "add"],
  ["Bound with it already", { phase: "Bound", finalizer: "present" }, "none"],
  ["Available: not yet", { phase: "Available" }, "none"],
  ["Released: too late", {}, "none"],
  ["Bound and Terminating: cannot be added", { phase: "Bound", deletionTimestamp }, "none"],
  ["feature off: removed", { phase: "Bound", finalizer: "present", feature: "off" }, "remove"],
  ["policy Retain: removed", { phase: "Bound", finalizer: "present", policy: "Retain" }, "remove"],
  ["policy Recycle: removed", { phase: "Bound", finalizer: "present", policy: "Recycle" }, "remove"],
  [
    "policy Retain while Terminating: removed",
    { phase: "Bound", finalizer: "present", policy: "Retain", deletionTimestamp },
    "remove",
  ],
  ["policy Retain without it", { phase: "Bound", policy: "Retain" }, "none"],
  ["feature off without it", { phase: "Bound", feature: "off" }, "none"],
];

test("handleProtectionFinalizer: rows of TestController", async (t) => {
  for (const [name, facts, action] of finalizerRows) {
    await t.test(name, () => assert.equal(handleProtectionFinalizer({ ...released, ...facts }), action));
  }
});
