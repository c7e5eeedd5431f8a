import assert from "node:assert/strict";
import { test } from "node:test";
import { manifestShipsBinding, markedAsBoundBy } from "../../src/controllers/index.ts";
import type { ObjectMeta, PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import { claim as makeClaim } from "../support/objects.ts";

type Entry = NonNullable<ObjectMeta["managedFields"]>[number];

const mark: Entry["fieldsV1"] = {
  "f:metadata": { "f:annotations": { "f:pv.kubernetes.io/bind-completed": true } },
};
const marks = (manager: string): Entry => ({ manager, operation: "Update", fieldsV1: mark });
const writesStatus = (manager: string): Entry => ({ manager, operation: "Update", subresource: "status" });

function claimOf(managedFields: readonly Entry[], applied = ""): PersistentVolumeClaim {
  const claim = makeClaim({
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": applied },
  });
  return { ...claim, metadata: { ...claim.metadata, managedFields } };
}

const shipped = '{"metadata":{"annotations":{"pv.kubernetes.io/bind-completed":"yes"}}}';

const rows = [
  { fields: [marks("kube-controller-manager"), writesStatus("kube-controller-manager")], by: "controller" },
  { fields: [marks("k3s"), writesStatus("k3s")], by: "controller" },
  { fields: [marks("velero-server"), writesStatus("kube-controller-manager")], by: "manifest" },
  { fields: [marks("kubectl"), marks("k3s"), writesStatus("k3s")], by: "controller" },
  { fields: [marks("k3s"), writesStatus("csi-resizer"), writesStatus("k3s")], by: "controller" },
  { fields: [marks("kubectl")], by: "unknown" },
  { fields: [writesStatus("k3s")], by: "unknown" },
  { fields: [], by: "unknown" },
] as const;

for (const { fields, by } of rows) {
  test(`${JSON.stringify(fields.map(({ manager }) => manager))} marked it: ${by}`, () => {
    assert.equal(markedAsBoundBy(claimOf(fields)), by);
  });
}

test("the applied manifest counts where field managers do not tell", () => {
  assert.equal(manifestShipsBinding(claimOf([], shipped)), true);
  assert.equal(manifestShipsBinding(claimOf([], "")), false);
  assert.equal(manifestShipsBinding(claimOf([marks("k3s"), writesStatus("k3s")], shipped)), false);
  assert.equal(manifestShipsBinding(claimOf([marks("kubectl"), writesStatus("k3s")], "")), true);
});
