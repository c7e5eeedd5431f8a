/** kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_test.go TestModifyDeletionFinalizers, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import {
  annotationNames,
  finalizerIsRefused,
  finalizerNames,
  modifyDeletionFinalizers,
} from "../../src/controllers/index.ts";
import { volume } from "../support/objects.ts";

const { externalProvisioner: external, pvController: inTree } = finalizerNames;
const custom = "example.com/custom";
const gcePd = "kubernetes.io/gce-pd";

interface Row {
  readonly id: string;
  readonly provisioner?: string;
  readonly migration?: "on" | "off";
  readonly policy?: string;
  readonly given: readonly string[];
  readonly expected: readonly string[];
}

const csi = "pd.csi.storage.gke.io";
const rows: readonly Row[] = [
  { id: "13-1", provisioner: csi, given: [external], expected: [external] },
  { id: "13-2", provisioner: csi, given: [], expected: [] },
  { id: "13-3", provisioner: gcePd, given: [custom], expected: [custom, inTree] },
  { id: "13-4", provisioner: gcePd, given: [], expected: [inTree] },
  { id: "13-5", provisioner: gcePd, given: [external], expected: [inTree] },
  { id: "13-6", provisioner: gcePd, given: [external, custom], expected: [custom, inTree] },
  { id: "13-7", provisioner: gcePd, migration: "on", given: [external, inTree], expected: [external] },
  { id: "13-8", provisioner: gcePd, given: [external, inTree], expected: [inTree] },
  { id: "13-9", provisioner: gcePd, given: [external, custom, inTree], expected: [custom, inTree] },
  { id: "13-10", given: [], expected: [] },
  { id: "13-11", given: [inTree], expected: [inTree] },
  { id: "13-12", provisioner: gcePd, policy: "Retain", given: [], expected: [] },
  { id: "13-13", provisioner: gcePd, policy: "Recycle", given: [], expected: [] },
  { id: "13-14", provisioner: gcePd, policy: "Retain", given: [inTree], expected: [] },
  { id: "13-15", policy: "Delete", given: [custom], expected: [custom] },
  { id: "5-9", provisioner: gcePd, given: [external], expected: [inTree] },
];

function migrated({ migration = "off" }: Row): ReadonlySet<string> {
  return new Set(migration === "on" ? [gcePd] : []);
}

function fixture({ provisioner, policy = "Delete", given }: Row, deleted: boolean) {
  return volume({
    policy,
    finalizers: given,
    ...(deleted ? { deletionTimestamp: true } : {}),
    ...(provisioner === undefined ? {} : { annotations: { [annotationNames.provisionedBy]: provisioner } }),
  });
}

test("modifyDeletionFinalizers: TestModifyDeletionFinalizers", async (t) => {
  for (const row of rows) {
    await t.test(row.id, () => {
      const found = modifyDeletionFinalizers(fixture(row, false), migrated(row));
      assert.deepEqual(found, row.expected);
    });
  }
});

test("a deleted volume is refused exactly what a live one would be given", async (t) => {
  for (const row of rows) {
    await t.test(row.id, () => {
      const grows = row.expected.some((finalizer) => !row.given.includes(finalizer));
      assert.equal(finalizerIsRefused(fixture(row, true), migrated(row)), grows);
      assert.equal(finalizerIsRefused(fixture(row, false), migrated(row)), false);
    });
  }
});

test("a volume that bears migrated-to counts as migrated, whatever its plugin", () => {
  const annotations = {
    "pv.kubernetes.io/provisioned-by": "kubernetes.io/rbd",
    "pv.kubernetes.io/migrated-to": "rbd.csi.ceph.com",
  };
  const deleted = volume({
    annotations,
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pv-protection"],
  });
  assert.equal(finalizerIsRefused(deleted), false);
});
