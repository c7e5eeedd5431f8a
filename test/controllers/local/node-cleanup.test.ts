/**
 * kubernetes-sigs/sig-storage-local-static-provisioner, v2.9: pkg/node-cleanup/deleter/deleter_test.go TestDeleter and
 * pkg/node-cleanup/controller/controller_test.go TestCleanupController.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { isCleanedUp, isStaleClaim, isStaleVolume, localNodeNames } from "../../../src/controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { claim, claimRefTo, volume } from "../../support/objects.ts";

const onNode = (...values: readonly string[]) => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values }] }],
  },
});
const byLabel = {
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "disk.example.com/node", operator: "In", values: ["n1"] }] },
      ],
    },
  },
};
const localSpec = { local: { path: "/mnt/0" }, nodeAffinity: onNode("gone") };
const local = (facts: VolumeFacts = {}) =>
  volume({ storageClassName: "local", ...facts, spec: { ...localSpec, ...facts.spec } });
const config = { storageClassNames: ["local"] };

interface VolumeRow {
  readonly name: string;
  readonly volume?: PersistentVolume;
  readonly nodes?: "some" | "none";
  readonly deleted: boolean;
}

const volumeRows: readonly VolumeRow[] = [
  { name: "Released, Delete: deleted", volume: local({ phase: "Released" }), deleted: true },
  { name: "Available, Delete: deleted", volume: local(), deleted: true },
  { name: "Available, Recycle: deleted", volume: local({ policy: "Recycle" }), deleted: true },
  { name: "Available, Retain: deleted", volume: local({ policy: "Retain" }), deleted: true },
  { name: "class not listed", volume: local({ storageClassName: "other" }), deleted: false },
  {
    name: "not local",
    volume: volume({ storageClassName: "local", spec: { nodeAffinity: onNode("gone") } }),
    deleted: false,
  },
  { name: "node exists", volume: local(), nodes: "some", deleted: false },
  { name: "empty list", deleted: false },
  { name: "own: Released, Retain", volume: local({ phase: "Released", policy: "Retain" }), deleted: false },
  { name: "own: bound to its node by another label", volume: local({ spec: byLabel }), deleted: true },
  { name: "own: no affinity", volume: local({ spec: { nodeAffinity: undefined } }), deleted: false },
  { name: "own: Bound", volume: local({ phase: "Bound" }), deleted: false },
  {
    name: "own: Terminating is not looked at",
    volume: local({ deletionTimestamp: true }),
    deleted: true,
  },
];

test("node-cleanup deleter: TestDeleter", async (t) => {
  for (const { name, volume: subject, nodes = "none", deleted } of volumeRows) {
    await t.test(name, () => {
      const isDeleted =
        subject !== undefined && isCleanedUp(subject, config) && isStaleVolume(subject, nodes);
      assert.equal(isDeleted, deleted);
    });
  }
});

interface ClaimRow {
  readonly name: string;
  readonly volume?: VolumeFacts;
  readonly claim?: ClaimFacts | "gone";
  readonly nodes?: "some" | "none";
  readonly classes?: readonly string[];
  readonly deleted: boolean;
}

const owner = claim({ volumeName: "pv-data" });
const bound: VolumeFacts = { phase: "Bound", claimRef: claimRefTo(owner) };

const claimRows: readonly ClaimRow[] = [
  { name: "pv with affinity to deleted node + node still deleted -> delete pvc", deleted: true },
  {
    name: "pv with affinity to deleted node + pv references pvc but pvc doesn't reference pv -> don't delete pvc",
    claim: { volumeName: "other" },
    deleted: false,
  },
  {
    name: "pv with affinity to deleted node and node still deleted + pvc uid changed -> don't delete pvc",
    claim: { uid: "newer" },
    deleted: false,
  },
  {
    name: "multiple storageclass names + pv with affinity to deleted node -> delete pvc",
    classes: ["other", "local"],
    deleted: true,
  },
  {
    name: "no storageclass names + pv with affinity to deleted node -> don't delete pvc",
    classes: [],
    deleted: false,
  },
  {
    name: "pv with affinity to deleted node + node brought back up -> don't delete pvc",
    nodes: "some",
    deleted: false,
  },
  { name: "pv with affinity to node that exists -> don't delete pvc", nodes: "some", deleted: false },
  {
    name: "remote PV with affinity to deleted node -> don't delete pvc",
    volume: { ...bound, spec: { local: undefined } },
    deleted: false,
  },
  {
    name: "PV with wrong storageclass + affinity to deleted node -> don't delete pvc",
    volume: { ...bound, storageClassName: "other" },
    deleted: false,
  },
  {
    name: "PV with affinity to deleted node + PVC already deleted -> don't try to delete PVC",
    claim: "gone",
    deleted: false,
  },
  {
    name: "own: PV bound to a node by another label -> delete pvc",
    volume: { ...bound, spec: byLabel },
    deleted: true,
  },
  { name: "PV without PVC -> do nothing", volume: { phase: "Available" }, deleted: false },
];

function isClaimDeleted(row: ClaimRow): boolean {
  const subject = local(row.volume ?? bound);
  const named: PersistentVolumeClaim | undefined =
    row.claim === "gone" ? undefined : claim({ volumeName: "pv-data", ...row.claim });
  return (
    isCleanedUp(subject, { storageClassNames: row.classes ?? ["local"] }) &&
    named !== undefined &&
    isStaleClaim(named, subject, row.nodes ?? "none")
  );
}

test("node-cleanup controller: TestCleanupController", async (t) => {
  for (const row of claimRows) {
    await t.test(row.name, () => assert.equal(isClaimDeleted(row), row.deleted));
  }
});

test("the nodes of a volume are those that all expressions of a term name", () => {
  const spec = { ...localSpec, nodeAffinity: onNode("a", "b") };
  assert.deepEqual(localNodeNames(volume({ spec })), ["a", "b"]);
  assert.deepEqual(localNodeNames(volume()), []);
});
