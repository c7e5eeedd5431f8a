/** kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission_test.go TestAdmit, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import { protectedFrom } from "../support/memory-server/write/protection.ts";

const { pvcProtection, pvProtection, vacProtection } = finalizerNames;

type Row = readonly [name: string, kind: string, given: readonly string[], protectedBy: readonly string[]];

const rows: readonly Row[] = [
  ["a claim: finalizer is added", "PersistentVolumeClaim", [], [pvcProtection]],
  ["a claim: finalizer is already there", "PersistentVolumeClaim", [pvcProtection], [pvcProtection]],
  ["a volume: finalizer is added", "PersistentVolume", [], [pvProtection]],
  ["a volume: finalizer is already there", "PersistentVolume", [pvProtection], [pvProtection]],
  ["a class of attributes: finalizer is added", "VolumeAttributesClass", [], [vacProtection]],
  ["a class of attributes: it is already there", "VolumeAttributesClass", [vacProtection], [vacProtection]],
  ["anything else is left as it is", "Pod", ["example.com/own"], ["example.com/own"]],
];

test("admission: TestAdmit", async (t) => {
  for (const [name, kind, given, protectedBy] of rows) {
    await t.test(name, () => assert.deepEqual(protectedFrom(kind, given), protectedBy));
  }
});
