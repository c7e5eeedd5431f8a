/** kubernetes-csi/external-provisioner pkg/controller/snapshot_finalizer_controller_test.go, v6.3. */
import assert from "node:assert/strict";
import test from "node:test";
import { isRestoreInProgress, restoredFrom } from "../../src/controllers/index.ts";
import type { PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import type { ClaimFacts } from "../support/objects.ts";
import { claim, snapshot } from "../support/objects.ts";

const apiGroup = "snapshot.storage.k8s.io";
const nightly = { apiGroup, kind: "VolumeSnapshot", name: "nightly" };
const byDataSource = (facts: ClaimFacts = {}) => claim({ spec: { dataSource: nightly }, ...facts });
const byRef = () => claim({ spec: { dataSourceRef: nightly } });

interface Row {
  readonly name: string;
  readonly claims: readonly PersistentVolumeClaim[];
  readonly outcome: "removed" | "kept";
}

const rows: readonly Row[] = [
  {
    name: "TestSyncSnapshot_RemoveFinalizerWhenNoPendingPVC",
    claims: [byDataSource({ phase: "Bound" })],
    outcome: "removed",
  },
  { name: "TestSyncSnapshot_KeepFinalizerWhenPVCPending", claims: [byDataSource()], outcome: "kept" },
  { name: "TestSyncSnapshot_RemoveFinalizerWhenNoPVCExists", claims: [], outcome: "removed" },
  {
    name: "TestSyncSnapshot_MultiplePVCs",
    claims: [byDataSource({ phase: "Bound" }), byDataSource({ name: "second" })],
    outcome: "kept",
  },
  { name: "TestSweepOrphanedFinalizers", claims: [byDataSource({ phase: "Bound" })], outcome: "removed" },
  { name: "TestSweepOrphanedFinalizers_RetainsPendingPVC", claims: [byDataSource()], outcome: "kept" },
  { name: "TestSyncSnapshot_DataSourceRefPending", claims: [byRef()], outcome: "kept" },
  {
    name: "TestSnapshotNameFromPVC_CrossNamespace",
    claims: [claim({ namespace: "vault", spec: { dataSourceRef: { ...nightly, namespace: "shop" } } })],
    outcome: "kept",
  },
  { name: "own: a claim without a phase counts", claims: [byDataSource({ phase: "" })], outcome: "kept" },
  {
    name: "own: dataSource comes before dataSourceRef",
    claims: [claim({ spec: { dataSource: { ...nightly, name: "other" }, dataSourceRef: nightly } })],
    outcome: "removed",
  },
];

test("volumesnapshot-as-source-protection of external-provisioner", async (t) => {
  for (const { name, claims, outcome } of rows) {
    await t.test(name, () => {
      const isHeld = claims.some((each) => isRestoreInProgress(each, snapshot()));
      assert.equal(isHeld ? "kept" : "removed", outcome);
    });
  }
});

const sourceRows: readonly (readonly [name: string, spec: ClaimFacts["spec"], isSnapshot: boolean])[] = [
  ["DataSource with snapshot kind", { dataSource: nightly }, true],
  ["DataSourceRef with snapshot kind", { dataSourceRef: nightly }, true],
  ["DataSource with PVC kind", { dataSource: { kind: "PersistentVolumeClaim", name: "a" } }, false],
  ["No data source", {}, false],
  [
    "DataSource with wrong APIGroup is not a snapshot",
    { dataSource: { ...nightly, apiGroup: "a.b" } },
    false,
  ],
  [
    "DataSourceRef with wrong APIGroup is not a snapshot",
    { dataSourceRef: { ...nightly, apiGroup: "a.b" } },
    false,
  ],
];

test("restoredFrom: TestIsSnapshotSourcePVC", async (t) => {
  for (const [name, spec = {}, isSnapshot] of sourceRows) {
    await t.test(name, () => assert.equal(restoredFrom(claim({ spec })) !== undefined, isSnapshot));
  }
});
