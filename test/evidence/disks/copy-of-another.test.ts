import assert from "node:assert/strict";
import { test } from "node:test";
import { copyOfAnother } from "../../../src/evidence/index.ts";
import { claim, claimRefTo, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const of = (fsType: string) =>
  volume({
    claimRef: claimRefTo(claim({})),
    spec: { csi: { driver: "disk.example.com", volumeHandle: "d1", fsType } },
  });
const xfs = of("xfs");
const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };

test("for: the file system is XFS, and the claim was created from a snapshot", () => {
  assert.equal(copyOfAnother(xfs, clusterOf([xfs, claim({ spec: { dataSource } })])).is, "likely");
});

test("against: another file system; a claim without a source", () => {
  const ext4 = of("ext4");
  assert.equal(copyOfAnother(ext4, clusterOf([ext4, claim({ spec: { dataSource } })])).is, "refuted");
  assert.equal(copyOfAnother(xfs, clusterOf([xfs, claim({})])).is, "refuted");
});

test("nothing tells: the claim no longer exists", () => {
  assert.equal(copyOfAnother(xfs, clusterOf([xfs])).is, "possible");
});

test("unread: the claims", () => {
  assert.equal(copyOfAnother(xfs, clusterOf([xfs], "v1/persistentvolumeclaims")).is, "unread");
});
