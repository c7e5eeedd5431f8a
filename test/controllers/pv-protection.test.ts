/** kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller_test.go, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames, pvProtectionController } from "../../src/controllers/index.ts";
import type { VolumeFacts } from "../support/objects.ts";
import { volume } from "../support/objects.ts";
import type { FinalizerAction } from "./decisions/finalizer-action.ts";
import { finalizerAction } from "./decisions/finalizer-action.ts";

const finalizers = [finalizerNames.pvProtection];
const deletionTimestamp = true;

const rows: readonly (readonly [name: string, facts: VolumeFacts, action: FinalizerAction])[] = [
  ["PV without finalizer -> finalizer is added", {}, "add"],
  ["PVC with finalizer -> no action", { finalizers }, "none"],
  ["saving PVC finalizer fails -> controller retries", {}, "add"],
  [
    "deleted PV with finalizer -> finalizer is removed",
    { finalizers, deletionTimestamp, phase: "" },
    "remove",
  ],
  ["finalizer removal fails -> controller retries", { finalizers, deletionTimestamp, phase: "" }, "remove"],
  [
    "deleted PVC with finalizer + PV is bound -> not removed",
    { finalizers, deletionTimestamp, phase: "Bound" },
    "keep",
  ],
];

const ownRows: typeof rows = [
  ["deleted and Pending", { finalizers, deletionTimestamp, phase: "Pending" }, "remove"],
  ["deleted and Available", { finalizers, deletionTimestamp, phase: "Available" }, "remove"],
  ["deleted and Released", { finalizers, deletionTimestamp, phase: "Released" }, "remove"],
  ["deleted and Failed", { finalizers, deletionTimestamp, phase: "Failed" }, "remove"],
  ["deleted without the finalizer", { deletionTimestamp, phase: "Bound" }, "none"],
];

test("pv-protection: TestPVProtectionController, and the other phases", async (t) => {
  for (const [name, facts, action] of [...rows, ...ownRows]) {
    await t.test(name, () => assert.equal(finalizerAction(pvProtectionController, volume(facts)), action));
  }
});
