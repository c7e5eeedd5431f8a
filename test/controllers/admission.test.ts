/** kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission_test.go TestAdmit, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { admit, type Creation, finalizerNames } from "../../src/controllers/index.ts";

const { pvcProtection, pvProtection, vacProtection } = finalizerNames;

const rows: readonly (readonly [name: string, creation: Creation, admitted: readonly string[]])[] = [
  [
    "persistentvolumeclaim: finalizer is added",
    { kind: "PersistentVolumeClaim", finalizers: [] },
    [pvcProtection],
  ],
  [
    "persistentvolumeclaim: finalizer is already there",
    { kind: "PersistentVolumeClaim", finalizers: [pvcProtection] },
    [pvcProtection],
  ],
  ["persistentvolume: finalizer is added", { kind: "PersistentVolume", finalizers: [] }, [pvProtection]],
  [
    "persistentvolume: finalizer is already there",
    { kind: "PersistentVolume", finalizers: [pvProtection] },
    [pvProtection],
  ],
  [
    "VAC feature gate disabled: no finalizer is added",
    { kind: "VolumeAttributesClass", finalizers: [], attributesClasses: "off" },
    [],
  ],
  [
    "VAC feature gate disabled: finalizer is already there",
    { kind: "VolumeAttributesClass", finalizers: [vacProtection], attributesClasses: "off" },
    [vacProtection],
  ],
  [
    "VAC feature gate enabled: finalizer is added",
    { kind: "VolumeAttributesClass", finalizers: [] },
    [vacProtection],
  ],
  [
    "VAC feature gate enabled: finalizer is already there",
    { kind: "VolumeAttributesClass", finalizers: [vacProtection] },
    [vacProtection],
  ],
  ["anything else is left as it is", { kind: "Pod", finalizers: ["example.com/own"] }, ["example.com/own"]],
];

test("admission: TestAdmit", async (t) => {
  for (const [name, creation, admitted] of rows) {
    await t.test(name, () => assert.deepEqual(admit(creation), admitted));
  }
});
