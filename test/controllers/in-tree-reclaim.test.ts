/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume recycle_test.go (6), delete_test.go (8, 9) and
 * pv_controller_test.go (5-6), 1.36: what becomes of a volume that is Released or Failed.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import type { ReclaimFacts } from "../../src/controllers/index.ts";
import { annotationNames, reclaim, reclaimVolume } from "../../src/controllers/index.ts";
import type { ClaimFacts, VolumeFacts } from "../support/objects.ts";
import { claim, ebs, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const uid = "claim-uid";
const claimRef = { namespace: "shop", name: "claim", uid };
const chosen = { [annotationNames.boundByController]: "yes" };
const scratch = { hostPath: { path: "/tmp/scratch" } };
const plugin = "kubernetes.io/host-path";
const owner = (facts: ClaimFacts = {}) => claim({ name: "claim", uid, phase: "Bound", ...facts });
const user = (phase: "Running" | "Pending" | "Succeeded") => pod({ claims: ["claim"], phase });

interface Row {
  readonly id: string;
  readonly volume: VolumeFacts;
  readonly world?: Partial<ReclaimFacts>;
  /** `reclaim`, and what makes it so. */
  readonly expected: string;
}

const recycled = (facts: VolumeFacts = {}): VolumeFacts => ({
  phase: "Released",
  policy: "Recycle",
  claimRef,
  spec: scratch,
  ...facts,
});
const removed = (facts: VolumeFacts = {}): VolumeFacts => ({
  phase: "Released",
  claimRef,
  spec: scratch,
  ...facts,
});

const rows: readonly Row[] = [
  { id: "6-1", volume: recycled({ annotations: chosen }), expected: "recycle whole" },
  { id: "6-2", volume: recycled(), expected: "recycle uid" },
  { id: "6-3", volume: recycled({ spec: ebs }), expected: "fail VolumeFailedRecycle" },
  { id: "6-4", volume: recycled(), world: { plugin: "fails" }, expected: "fail VolumeFailedRecycle" },
  { id: "6-5", volume: recycled(), world: { plugin: "fails" }, expected: "fail VolumeFailedRecycle" },
  {
    id: "6-7 the claim is bound again meanwhile",
    volume: recycled(),
    world: { claim: owner({ volumeName: "pv-data" }) },
    expected: "nothing not released",
  },
  {
    id: "6-8 claimRef was emptied meanwhile",
    volume: recycled({ claimRef: { ...claimRef, uid: "" } }),
    expected: "nothing not released",
  },
  {
    id: "6-9",
    volume: recycled(),
    world: { claim: owner({ uid: "newer-uid" }) },
    expected: "recycle uid",
  },
  { id: "6-10", volume: recycled({ policy: "Burn" }), expected: "fail VolumeUnknownReclaimPolicy" },
  {
    id: "6-11",
    volume: recycled(),
    world: { pods: [user("Running")] },
    expected: "wait VolumeFailedRecycle",
  },
  {
    id: "6-12",
    volume: recycled(),
    world: { pods: [user("Pending")] },
    expected: "wait VolumeFailedRecycle",
  },
  { id: "6-13", volume: recycled(), world: { pods: [user("Succeeded")] }, expected: "recycle uid" },
  {
    id: "6-14",
    volume: recycled(),
    world: { pods: [user("Running")], claim: owner({ uid: "newer-uid" }) },
    expected: "recycle uid",
  },
  { id: "8-1", volume: removed(), expected: `delete ${plugin}` },
  {
    id: "8-2",
    volume: removed({ annotations: { [annotationNames.provisionedBy]: plugin } }),
    expected: `delete ${plugin}`,
  },
  {
    id: "8-3",
    volume: removed({ spec: { nfs: { server: "a", path: "/" } } }),
    expected: "fail VolumeFailedDelete",
  },
  { id: "8-4", volume: removed(), world: { plugin: "fails" }, expected: "fail VolumeFailedDelete" },
  { id: "8-5", volume: removed(), world: { plugin: "fails" }, expected: "fail VolumeFailedDelete" },
  {
    id: "8-7",
    volume: removed(),
    world: { claim: owner({ volumeName: "pv-data" }) },
    expected: "nothing not released",
  },
  {
    id: "8-9",
    volume: removed(),
    world: { claim: owner({ uid: "newer-uid" }) },
    expected: `delete ${plugin}`,
  },
  {
    id: "8-10-1, 5-6 external provisioner",
    volume: removed({ annotations: { [annotationNames.provisionedBy]: "nfs.example.com" } }),
    expected: "nothing external",
  },
  { id: "8-10-2 static CSI", volume: removed({ spec: ebs }), expected: "nothing external" },
  {
    id: "8-10-3 migrated",
    volume: removed({ annotations: { [annotationNames.migratedTo]: "ebs.csi.aws.com" } }),
    expected: "nothing external",
  },
  {
    id: "8-11 the loser of two in-tree volumes",
    volume: removed({ annotations: { [annotationNames.provisionedBy]: plugin } }),
    world: { claim: owner({ volumeName: "winner" }) },
    expected: `delete ${plugin}`,
  },
  {
    id: "8-12 the loser of two external volumes",
    volume: removed({ annotations: { [annotationNames.provisionedBy]: "ebs.csi.aws.com" }, spec: ebs }),
    world: { claim: owner({ volumeName: "winner" }) },
    expected: "nothing external",
  },
  { id: "8-13", volume: removed({ deletionTimestamp: true }), expected: `delete ${plugin}` },
  { id: "9-1 the second try", volume: removed({ phase: "Failed" }), expected: `delete ${plugin}` },
];

const ownRows: readonly Row[] = [
  {
    id: "Recycle of a migrated volume is not the PV controller's",
    volume: recycled({ annotations: { [annotationNames.migratedTo]: "ebs.csi.aws.com" } }),
    expected: "nothing external",
  },
  { id: "Retain", volume: removed({ policy: "Retain" }), expected: "nothing Retain" },
  {
    id: "local static provisioner: external",
    volume: removed({
      annotations: { [annotationNames.provisionedBy]: "local-volume-provisioner-node-a-1" },
      spec: { local: { path: "/mnt/0" } },
    }),
    expected: "nothing external",
  },
  {
    id: "local volume made by hand: no plugin",
    volume: removed({ spec: { local: { path: "/mnt/0" } } }),
    expected: "fail VolumeFailedDelete",
  },
  {
    id: "plugin that was removed from the tree",
    volume: removed({
      annotations: { [annotationNames.provisionedBy]: "kubernetes.io/rbd" },
      spec: { rbd: { image: "i" } },
    }),
    expected: "fail VolumeFailedDelete",
  },
];

function outcome({ volume: facts, world = {} }: Row): string {
  const result = reclaimVolume(volume(facts), { claim: "absent", ...world });
  switch (result.reclaim) {
    case "nothing":
      return `nothing ${result.because}`;
    case "delete":
      return `delete ${result.plugin}`;
    case "recycle":
      return `recycle ${result.unbind}`;
    case "fail":
    case "wait":
      return `${result.reclaim} ${result.event}`;
  }
}

test("reclaimVolume: TestRecycleSync 6, TestDeleteSync 8, TestDeleteMultiSync 9", async (t) => {
  for (const row of [...rows, ...ownRows]) {
    await t.test(row.id, () => assert.equal(outcome(row), row.expected));
  }
});

test("what cannot be reclaimed becomes Failed, and is not made so again", () => {
  const cluster = createCluster(snapshotOf([]));
  const decided = (phase: "Released" | "Failed") =>
    reclaim(volume({ phase, claimRef, spec: { hostPath: { path: "/srv/data" } } }), "absent", cluster);
  const first = decided("Released");
  assert.deepEqual(first.decides === "act" ? first.actions.map((action) => action.do) : first.decides, [
    "set-phase",
  ]);
  assert.equal(decided("Failed").decides, "wait");
});

test("recycling waits for the pods that use a claim of the old name, by name", () => {
  const cluster = createCluster(snapshotOf([user("Running")]));
  const nfs = volume({ ...recycled(), spec: { nfs: { server: "10.0.0.9", path: "/x" } } });
  const decision = reclaim(nfs, "absent", cluster);
  assert.deepEqual(decision.decides === "wait" ? decision.on.map(({ name }) => name) : decision.decides, [
    "web-0",
  ]);
});
